/** Copies on plain http too, where there is no clipboard API: the field is selected and the old command used. */
export async function copy(field: HTMLInputElement): Promise<boolean> {
  field.select();
  if (isSecureContext && navigator.clipboard) {
    const done = await navigator.clipboard.writeText(field.value).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  return document.execCommand("copy");
}
