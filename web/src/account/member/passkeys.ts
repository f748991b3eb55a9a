/** Passkeys in the browser: what the house asks is given to WebAuthn, and its answer written as JSON. */
import { api } from "../../api/rest";
import type { Ceremony, PasskeyAnswer } from "../../api/wire";

/** Nothing was made or used: the person closed the browser's question, or it took too long. */
export class Cancelled extends Error {}

export const canPasskeys = (): boolean => typeof PublicKeyCredential === "function" && isSecureContext;

export async function makePasskey(name: string): Promise<PasskeyAnswer> {
  const asked = await api.askToMakePasskey(name);
  const options = asked.options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = await asking(() =>
    navigator.credentials.create({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialCreationOptions),
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: known(options.excludeCredentials),
      },
    }),
  );
  const { response } = made as PublicKeyCredential & { response: AuthenticatorAttestationResponse };
  return answer(asked, made, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
  });
}

/** `ask`: what a passkey is asked; to sign in, or to prove that it is still me. */
export async function usePasskey(ask: () => Promise<Ceremony>): Promise<PasskeyAnswer> {
  const asked = await ask();
  const options = asked.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const used = await asking(() =>
    navigator.credentials.get({
      publicKey: {
        ...(options as unknown as PublicKeyCredentialRequestOptions),
        challenge: bytes(options.challenge),
        allowCredentials: known(options.allowCredentials),
      },
    }),
  );
  const { response } = used as PublicKeyCredential & { response: AuthenticatorAssertionResponse };
  return answer(asked, used, {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
  });
}

async function asking(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await ask().catch((error: unknown) => {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  });
  if (!found) throw new Cancelled();
  return found as PublicKeyCredential;
}

function answer(
  asked: Ceremony,
  { id, type }: PublicKeyCredential,
  response: Record<string, string>,
): PasskeyAnswer {
  return { challenge: asked.challenge, credential: { id, rawId: id, type, response } };
}

const known = (listed: PublicKeyCredentialDescriptorJSON[] | undefined): PublicKeyCredentialDescriptor[] =>
  (listed ?? []).map(({ id }) => ({ type: "public-key", id: bytes(id) }));

function bytes(coded: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(coded.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}

function text(data: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join("");
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
