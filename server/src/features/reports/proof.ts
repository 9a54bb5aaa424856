import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import qrcode from 'qrcode-generator'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { findHead } from '../logbook/index.ts'
import { clocks, fill, tagOf, type Words } from './report-words.ts'

/** By what a paper can be traced: its plant, where the logbook stood when it was made, and the page that checks exports. */
export type Proof = { plantId: string; no: number; hash: string | null; verifier: string }

/** Where the logbook of a plant stands now. */
export const readProof = async (tx: Tx, { settings }: Pick<Ports, 'settings'>, plantId: string): Promise<Proof> => ({
  plantId,
  ...(await findHead(tx, plantId)),
  verifier: `${settings.publicUrl}/#/verify`,
})

/** What the QR code says: the page that checks exports, and the head that stands beside it as text. */
export const qrText = ({ verifier, no, hash }: Proof): string => (hash ? `${verifier}?no=${no}&head=${hash}` : verifier)

/** A QR code as a picture of one path, dark modules alone, with the quiet zone that readers ask for. */
const qrPicture = (text: string): string => {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const modules = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : '')),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${size + 4} ${size + 4}"><path d="${modules.flat().join('')}"/></svg>`
}

type Footed = { proof: Proof; madeAt: Date; timezone: string }

/** What stands at the foot of each page, in the reader's words. */
export const footOf = ({ proof, madeAt, timezone }: Footed, words: Words, language: Language) => {
  const { no, hash, plantId, verifier } = proof
  const said = words.foot
  const number = new Intl.NumberFormat(tagOf(language))
  return {
    page: words.page,
    head: hash ? fill(said.head, 'no', number.format(no)) : said.none,
    hash: hash ?? '',
    check: `${fill(said.check, 'address', verifier)} · ${fill(said.plant, 'id', plantId)}`,
    made: `${fill(said.made, 'at', clocks(language, timezone).zoned(madeAt))} · Vigilux`,
    qr: qrPicture(qrText(proof)),
  }
}
