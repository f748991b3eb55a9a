import { sized } from "./sizes.js";

export default { preprocess: { style: ({ content }) => ({ code: sized(content) }) } };
