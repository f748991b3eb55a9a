/** By how much the browser enlarges an element, where it says so. */
export const zoomOf = (node: HTMLElement & { currentCSSZoom?: number }): number => node.currentCSSZoom ?? 1;
