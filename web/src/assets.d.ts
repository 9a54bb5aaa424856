/** A style sheet of components: its classes by name. `checks/style-sheets.test.ts` knows which there are. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string }
  export = classes
}
declare module '*.css' {}
declare module '*?url' {
  const url: string
  // biome-ignore lint/style/noDefaultExport: the form of Vite
  export default url
}
