/** Turns a document source with its data into a PDF/A-3 file, tagged, with files attached. */
export type Typesetter = {
  /** @throws when the source or its data cannot be set, and when the signal fires first. */
  typeset(document: TypesetRequest, signal: AbortSignal): Promise<Uint8Array>
  /** Makes text printable: signs that the font lacks are named instead, and long words may break. */
  printable(text: string): string
}

/** A file that a document carries. */
export type Attachment = { name: string; type: string; description: string; content: string }

export type TypesetRequest = {
  /** Typst source; reads what it shows from `json("data.json")`. */
  source: string
  data: object
  /** The source attaches what it finds of them in `data.attachments`, each from below `attached/`. */
  attachments: readonly Attachment[]
  /** Pictures that the source shows, each from below `pictures/`. */
  pictures?: readonly { name: string; content: Uint8Array }[]
  madeAt: Date
}
