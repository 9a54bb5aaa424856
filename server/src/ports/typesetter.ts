/** Turns a document source with its data into a PDF/A file. */
export type Typesetter = {
  /** @throws when the source or its data cannot be set, and when the signal fires first. */
  typeset(document: TypesetRequest, signal: AbortSignal): Promise<Uint8Array>
  /** Makes text printable: signs that the font lacks are named instead, and long words may break. */
  printable(text: string): string
}

export type TypesetRequest = {
  /** Typst source; reads what it shows from `json("data.json")`. */
  source: string
  data: unknown
  madeAt: Date
}
