/** Text of the script that a realm starts with; made by build/sandbox-prelude-plugin.ts. */
declare module 'virtual:sandbox-prelude' {
  const source: string;
  export default source;
}
