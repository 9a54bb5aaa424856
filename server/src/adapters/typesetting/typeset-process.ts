import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

/**
 * A separate process for one document: typesetting is synchronous and keeps its memory, so it must neither block the
 * server nor grow in it. It reads only its input: its workspace does not exist.
 */
export type TypesetJob = {
  source: string
  data: string
  fonts: string[]
  timestamp: number
  attachments: readonly { name: string; content: string }[]
  pictures: readonly { name: string; content: Uint8Array }[]
}
export type TypesetResult = { pdf: string } | { error: string }

const workspace = '/nonexistent-typesetting-workspace'

const typeset = ({ source, data, fonts, timestamp, attachments, pictures }: TypesetJob): TypesetResult => {
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: fonts }] })
  compiler.addSource(`${workspace}/main.typ`, source)
  compiler.mapShadow(`${workspace}/data.json`, Buffer.from(data))
  for (const { name, content } of attachments) compiler.mapShadow(`${workspace}/attached/${name}`, Buffer.from(content))
  for (const { name, content } of pictures) compiler.mapShadow(`${workspace}/pictures/${name}`, Buffer.from(content))
  const compiled = compiler.compile({ mainFilePath: `${workspace}/main.typ` })
  if (!compiled.result) return { error: JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics ?? 'no result') }
  const pdf = compiler.pdf(compiled.result, { pdfStandard: 'a-3a', pdfTags: true, creationTimestamp: timestamp })
  return { pdf: pdf.toString('base64') }
}

process.once('message', (order: TypesetJob) => {
  let result: TypesetResult
  try {
    result = typeset(order)
  } catch (error) {
    result = { error: String(error) }
  }
  process.send?.(result, () => process.exit(0))
})
