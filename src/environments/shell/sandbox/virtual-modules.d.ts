/** Made by build/sandbox-plugin.ts. */

/** Text of the script that a realm starts with. */
declare module 'virtual:sandbox-prelude' {
  const source: string;
  export default source;
}

/** QuickJS's WebAssembly module with a work meter, in base64. */
declare module 'virtual:metered-quickjs' {
  const base64: string;
  export default base64;
}
