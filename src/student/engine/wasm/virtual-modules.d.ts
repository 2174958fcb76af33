/** Made by build/assemblyscript-plugin.ts: the kernels as WebAssembly modules in base64. */

declare module 'virtual:wasm-kernels' {
  const base64: string;
  export default base64;
}

declare module 'virtual:wasm-kernels-relaxed' {
  const base64: string;
  export default base64;
}
