import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import qrcode from 'qrcode-generator'
import type { Tx } from '../../../kernel/transaction.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { TimeStamp } from '../../../ports/time-stamps.ts'
import { findHead, type StampHead } from '../../logbook/index.ts'
import { findLogo } from '../../pictures/index.ts'
import { createTimeFormats, fill, localeOf, type ReportTexts } from '../report-texts.ts'

/** Maximum size of a logo at the head of a page, in millimeters. */
const room = { width: 48, height: 10 }

/**
 * Wraps a PNG in an SVG, the typesetter's form for pictures in its data, at the largest fitting size. The pixel size is
 * read from the IHDR chunk of the PNG.
 */
const drawLogo = (png: Buffer): { svg: string; width: string } => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const scale = Math.min(room.width / width, room.height / height)
  const picture = `data:image/png;base64,${png.toString('base64')}`
  const sizeAttributes = `width="${width}" height="${height}"`
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" ${sizeAttributes} viewBox="0 0 ${width} ${height}"><image ${sizeAttributes} href="${picture}"/></svg>`,
    width: (width * scale).toFixed(2),
  }
}

/** Head and foot of every page: the plant, its logo, and the logbook head by which the document can be traced. */
export type DocumentStamp = {
  plantId: string
  no: number
  hash: string | null
  verifier: string
  /** The authority's certificate of when this head existed; null without one. */
  timeStamp: TimeStamp | null
  /** The plant's logo as PNG, for the head of each page. */
  logo: Buffer | null
}

/** Fields common to all documents. */
export type DocumentContent = { plantname: string; timezone: string; madeAt: Date; proof: DocumentStamp }

/** The current head of a plant's logbook. */
export const readDocumentStamp = async (
  tx: Tx,
  { settings }: Pick<Ports, 'settings'>,
  plantId: string,
): Promise<DocumentStamp> => ({
  plantId,
  ...(await findHead(tx, plantId)),
  verifier: `${settings.publicUrl}/#/verify`,
  timeStamp: null,
  logo: await findLogo(tx, plantId),
})

/** Adds the time stamp of the logbook head. The authority may be slow, so no transaction may be open. */
export const withTimeStamp = async <Content extends DocumentContent>(
  content: Content,
  stampHead: StampHead,
): Promise<Content> => {
  const { plantId, hash } = content.proof
  const timeStamp = hash === null ? null : await stampHead(plantId, hash)
  return { ...content, proof: { ...content.proof, timeStamp } }
}

/** Text of the QR code: the page for checking exports, and the head, also printed beside the code. */
export const qrText = ({ verifier, no, hash }: DocumentStamp): string =>
  hash ? `${verifier}?no=${no}&head=${hash}` : verifier

/** A QR code as an SVG of one path, dark modules only, with the quiet zone required by readers. */
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

/** The footer of each page, in the reader's language. */
export const pageFooter = (
  { proof, madeAt, timezone }: DocumentContent,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { no, hash, plantId, verifier, timeStamp } = proof
  const stampTexts = texts.foot
  const { zoned } = createTimeFormats(language, timezone)
  const stamp =
    timeStamp && fill(fill(stampTexts.stamp, 'at', zoned(timeStamp.at)), 'authority', printable(timeStamp.authority))
  const number = new Intl.NumberFormat(localeOf(language))
  return {
    page: texts.page,
    head: hash ? fill(stampTexts.head, 'no', number.format(no)) : stampTexts.none,
    hash: hash ?? '',
    check: `${fill(stampTexts.check, 'address', verifier)} · ${fill(stampTexts.plant, 'id', plantId)}`,
    stamp: hash ? (stamp ?? stampTexts.noStamp) : '',
    made: [fill(stampTexts.made, 'at', zoned(madeAt)), fill(stampTexts.times, 'zone', timezone), 'Vigilux'].join(' · '),
    qr: qrPicture(qrText(proof)),
    logo: proof.logo && drawLogo(proof.logo),
  }
}
