declare module "virtual:sprite" {
  const symbols: Record<string, string>;
  export default symbols;
}
