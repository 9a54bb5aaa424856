import { genesisInput, signedText } from './chain.rules.ts'
import {
  type FormFault,
  type HeaderFault,
  isBlank,
  isExportLine,
  malformed,
  readHeaderLine,
  readLine,
} from './export-form.ts'
import { type ExportBytes, type FileLine, linesOf } from './export-lines.ts'
import {
  type Break,
  countNumbers,
  type Fault,
  followLines,
  type NumberGap,
  type Period,
  type Persons,
} from './follow-lines.ts'
import { type KeyState, type KnownKey, keyStateOf } from './known-key.ts'
import { type ExportFormat, type ExportHeader, formatOf } from './sealed-export.ts'
import type { TimeStampResult } from './time-stamp.ts'
import type { VerifierPorts } from './verifier-ports.ts'

/**
 * Facts of a file. `timeStamp` is null without a time stamp, `key` if it is unknown; `checked` counts the entries read,
 * and `gaps` lists the restores in order.
 */
type ExportFacts = {
  format: ExportFormat
  header: ExportHeader
  checked: number
  period: Period | null
  gaps: readonly NumberGap[]
  timeStamp: TimeStampResult | null
  key: KnownKey | null
}

/** `line` is the number of the first faulty line, from 1; null if the whole file is faulty, or nothing is. */
export type Verdict =
  /**
   * The file is the export, byte for byte; `part` if it does not start with the first entry. `sealAt` is the seal of
   * the requested entry, null if the file does not contain it.
   */
  | ({ verdict: 'whole'; line: null; part: boolean; sealAt: string | null; keyState: KeyState } & ExportFacts)
  /** The file is the export, byte for byte, but has no entries and proves nothing about the logbook. */
  | ({ verdict: 'empty'; line: null } & ExportFacts)
  /** First entry at which the chain breaks. */
  | ({ verdict: Break; no: number; line: number } & ExportFacts)
  /** `recomputed`: the chain does not end at the head. `forged`: the signature is wrong. */
  | ({ verdict: 'recomputed' | 'forged'; line: null } & ExportFacts)
  /**
   * Faults of the header. `unknownKey`: the key is unknown, so nothing is proven. `falseTimeStamp`: the time stamp
   * covers another head, or was altered. `keyNotInUse`: the file is dated outside the time of its key.
   */
  | ({ verdict: 'unknownKey' | 'falseTimeStamp' | 'keyNotInUse'; line: number } & ExportFacts)
  /** First deviation from an export; the rest of the file is not judged. */
  | (FormFault & { format: ExportFormat })
  | HeaderFault

/** Processed numbers, and their total from first to last. Awaited, to let a page render meanwhile. */
export type Progress = (done: number, total: number) => void | Promise<void>

/** Entries between two progress reports. */
const progressEvery = 500

type Options = { ports: VerifierPorts; progress: Progress; soughtNo: number | undefined }
type OpenFile = { no: number; format: ExportFormat; header: ExportHeader; file: ReturnType<typeof followLines> }
type Lines = AsyncGenerator<FileLine>

type FoundHeader = { no: number; format: ExportFormat; header: ExportHeader }

/**
 * Reads the header from the first line with content. If this line is no header, but the file has lines of an export, it
 * was added or altered.
 */
const findHeader = async (lines: Lines): Promise<FoundHeader | HeaderFault> => {
  let firstBlank: number | null = null
  let firstOtherLine: number | null = null
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value
    if (isBlank(line.bytes)) {
      firstBlank ??= line.no
      continue
    }
    const read = readHeaderLine(line, firstBlank)
    if (read === null) {
      firstOtherLine ??= line.no
      if (isExportLine(line)) return { ...malformed('unexpectedLine', firstOtherLine), format: null }
      continue
    }
    const format = 'verdict' in read ? read.format : formatOf(read.content)
    if (firstOtherLine !== null && format !== null) return { ...malformed('unexpectedLine', firstOtherLine), format }
    return 'verdict' in read ? read : { no: read.no, format: formatOf(read.content), header: read.content }
  }
  return { verdict: 'noExport', format: null, line: null }
}

/** Reads the header and checks the start of the chain. */
const open = async (lines: Lines, { ports, soughtNo }: Options): Promise<OpenFile | HeaderFault> => {
  const found = await findHeader(lines)
  if ('verdict' in found) return found
  const { no, format, header } = found
  const isStart = header.from > 1 || header.before === (await ports.sha256(genesisInput(header.plant.id)))
  return isStart
    ? { no, format, header, file: followLines(header, ports, soughtNo) }
    : { ...malformed('wrongValue', no), format }
}

/** Reads the lines after the header, up to the first fault beyond revision. */
const readLines = async (lines: Lines, { format, header, file }: OpenFile, progress: Progress) => {
  let [lastLine, entries] = [1, 0]
  for await (const line of lines) {
    lastLine = line.no
    const read = readLine(line, format)
    if (read === null) continue
    const fault: Fault | null = 'verdict' in read ? (file.pending() ?? read) : await file.take(read)
    if (fault) return fault
    entries += 1
    if (entries % progressEvery === 0) await progress(file.state().expected - header.from, countNumbers(header))
  }
  return file.end(lastLine + 1)
}

type Checked = { facts: ExportFacts; headerLine: number; head: string; sealAt: string | null; isPart: boolean }

/** Judges a file with valid lines by its head, key, time stamp and signature. */
const judgeChecked = async (
  { facts, headerLine: line, head, sealAt, isPart }: Checked,
  { persons, signature }: { persons: Persons; signature: string },
  ports: VerifierPorts,
): Promise<Verdict> => {
  const { header, timeStamp, key } = facts
  if (head !== header.head) return { verdict: 'recomputed', line: null, ...facts }
  if (!key) return { verdict: 'unknownKey', line, ...facts }
  if (timeStamp?.state === 'broken') return { verdict: 'falseTimeStamp', line, ...facts }
  const isSigned = await ports.isSignedBy(header.key.publicKey, signature, signedText(header, persons))
  if (!isSigned) return { verdict: 'forged', line: null, ...facts }
  const keyState = keyStateOf(key, header.exportedAt, timeStamp)
  if (keyState === 'keyNotInUse') return { verdict: keyState, line, ...facts }
  if (facts.checked === 0) return { verdict: 'empty', line: null, ...facts }
  return { verdict: 'whole', line: null, part: isPart, sealAt, keyState, ...facts }
}

/**
 * Checks an export offline, one line at a time. Each line must be canonical JSON with exactly its members; the hashes
 * fix each entry and their order; the signature covers the head and the names of persons. The first fault decides.
 * @param chunks the file as bytes, in pieces of any size
 * @param knownKeys current and former keys of the trusted server
 * @param soughtNo entry whose seal is reported, for example from a printed report
 */
export const verifyExport = async (
  chunks: ExportBytes,
  knownKeys: readonly KnownKey[],
  ports: VerifierPorts,
  progress: Progress = () => undefined,
  soughtNo?: number,
): Promise<Verdict> => {
  const lines = linesOf(chunks)
  try {
    const openResult = await open(lines, { ports, progress, soughtNo })
    if ('verdict' in openResult) return openResult
    const { no: headerLine, format, header, file } = openResult
    const end = await readLines(lines, openResult, progress)
    if ('verdict' in end && 'reason' in end) return { ...end, format }
    const { head, checked, sealAt, period, gaps, isPart } = file.state()
    const timeStamp = header.timeStamp && (await ports.checkTimeStamp(header.timeStamp.token, header.head))
    const key = knownKeys.find(({ publicKey }) => publicKey === header.key.publicKey) ?? null
    const facts: ExportFacts = { format, header, checked, period, gaps, timeStamp, key }
    if ('verdict' in end) return { ...end, ...facts }
    return await judgeChecked({ facts, headerLine, head, sealAt, isPart }, end, ports)
  } finally {
    await lines.return(undefined)
  }
}
