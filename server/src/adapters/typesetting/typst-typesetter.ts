import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Typesetter } from '../../ports/typesetter.ts'
import { fontFiles, printable } from './fonts.ts'
import type { TypesetJob, TypesetResult } from './typeset-process.ts'

const processPath = fileURLToPath(new URL('./typeset-process.ts', import.meta.url))

/** Milliseconds after which typesetting counts as hung. */
const timeoutMs = 120_000

/** Attaches the listed files to the PDF; it follows the source of the document. */
const attachFiles = `
#for file in json("data.json").attachments {
  pdf.attach(
    file.name,
    read("attached/" + file.name, encoding: none),
    relationship: "data",
    mime-type: file.type,
    description: file.description,
  )
}
`

const run = (order: TypesetJob, signal: AbortSignal): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const child = fork(processPath, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // It processes user content, and must know no secrets.
      env: {},
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the typesetter ended with ${code} and no document`)))
    child.once('message', (result) => {
      const answer = result as TypesetResult
      if ('pdf' in answer) resolve(Buffer.from(answer.pdf, 'base64'))
      else reject(new Error(`the typesetter refused the document: ${answer.error}`))
    })
    child.send(order)
  })

/** Sets type with Typst, one process per document. */
export const typstTypesetter = (): Typesetter => ({
  printable,
  typeset: ({ source, data, attachments, pictures = [], madeAt }, signal) => {
    const listedAttachments = attachments.map(({ name, type, description }) => ({ name, type, description }))
    const order = {
      source: source + attachFiles,
      data: JSON.stringify({ ...data, attachments: listedAttachments }),
      fonts: fontFiles,
      attachments,
      pictures,
    }
    return run({ ...order, timestamp: Math.floor(madeAt.getTime() / 1000) }, signal)
  },
})
