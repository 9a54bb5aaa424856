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
 * Facts of a file; `timeStamp` is null without a time stamp, `key` if it is unknown; `checked` is the number of entries that were read,
 * `gaps` are the restores that they tell of, in their order.
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

/** `line` is the number of the first faulty line, from 1; null if the fault is in no single line. */
export type Verdict =
  /**
   * The file is the export, byte for byte; `part` if it does not begin with the first entry. `sealAt` is the seal of the requested entry,
   * null if the file does not contain it.
   */
  | ({ verdict: 'whole'; line: null; part: boolean; sealAt: string | null; keyState: KeyState } & ExportFacts)
  /** The file is the export, byte for byte, and contains no entry: it proves nothing about the logbook. */
  | ({ verdict: 'empty'; line: null } & ExportFacts)
  /** The first entry at which the chain breaks. */
  | ({ verdict: Break; no: number; line: number } & ExportFacts)
  /**
   * `recomputed`: the chain does not end at the head. `forged`: the signature is wrong. `unknownKey`: the key is unknown, so nothing is
   * proven. `falseTimeStamp`: the time stamp is of another head, or was changed. `keyNotInUse`: the file is dated outside the time of its key.
   */
  | ({ verdict: 'recomputed' | 'forged' | 'unknownKey' | 'falseTimeStamp' | 'keyNotInUse'; line: null } & ExportFacts)
  /** The first line that is not exactly as exported; the rest of the file is not judged. */
  | (FormFault & { format: ExportFormat })
  | HeaderFault

/** Numbers that were passed, of all from the first to the last. Awaited, so a page can be drawn meanwhile. */
export type Progress = (done: number, total: number) => void | Promise<void>

/** How many entries are read between two reports of progress. */
const progressEvery = 500

type Options = { ports: VerifierPorts; progress: Progress; soughtNo: number | undefined }
type OpenFile = { format: ExportFormat; header: ExportHeader; file: ReturnType<typeof followLines> }
type Lines = AsyncGenerator<FileLine>

type FoundHeader = { no: number; format: ExportFormat; header: ExportHeader }

/** Reads the header, which is the first line that is not blank. If it is not, but the file has lines of an export, that line was added or altered. */
const findHeader = async (lines: Lines): Promise<FoundHeader | HeaderFault> => {
  let firstBlank: number | null = null
  let firstOther: number | null = null
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value
    if (isBlank(line.bytes)) {
      firstBlank ??= line.no
      continue
    }
    const read = readHeaderLine(line, firstBlank)
    if (read === null) {
      firstOther ??= line.no
      if (isExportLine(line)) return { ...malformed('unexpectedLine', firstOther), format: null }
      continue
    }
    const format = 'verdict' in read ? read.format : formatOf(read.content)
    if (firstOther !== null && format !== null) return { ...malformed('unexpectedLine', firstOther), format }
    return 'verdict' in read ? read : { no: read.no, format: formatOf(read.content), header: read.content }
  }
  return { verdict: 'noExport', format: null, line: null }
}

/** Reads the header, and checks where the chain begins. */
const open = async (lines: Lines, { ports, soughtNo }: Options): Promise<OpenFile | HeaderFault> => {
  const found = await findHeader(lines)
  if ('verdict' in found) return found
  const { no, format, header } = found
  const isStart = header.from > 1 || header.before === (await ports.sha256(genesisInput(header.plant.id)))
  return isStart
    ? { format, header, file: followLines(header, ports, soughtNo) }
    : { ...malformed('wrongValue', no), format }
}

/** Reads the lines after the header, up to the first fault that no later line can change. */
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

type Checked = { facts: ExportFacts; head: string; sealAt: string | null; isPart: boolean }

/** Judges a file whose lines are all in order: by its head, its key, its time stamp and its signature. */
const judge = async (
  { facts, head, sealAt, isPart }: Checked,
  { persons, signature }: { persons: Persons; signature: string },
  ports: VerifierPorts,
): Promise<Verdict> => {
  const { header, timeStamp, key } = facts
  if (head !== header.head) return { verdict: 'recomputed', line: null, ...facts }
  if (!key) return { verdict: 'unknownKey', line: null, ...facts }
  if (timeStamp?.state === 'broken') return { verdict: 'falseTimeStamp', line: null, ...facts }
  const isSigned = await ports.isSignedBy(header.key.publicKey, signature, signedText(header, persons))
  if (!isSigned) return { verdict: 'forged', line: null, ...facts }
  const keyState = keyStateOf(key, header.exportedAt, timeStamp)
  if (keyState === 'keyNotInUse') return { verdict: keyState, line: null, ...facts }
  if (facts.checked === 0) return { verdict: 'empty', line: null, ...facts }
  return { verdict: 'whole', line: null, part: isPart, sealAt, keyState, ...facts }
}

/**
 * Checks an export without any request, one line at a time. Each line must be canonical JSON with exactly its members; the hashes fix each
 * entry and their order; the signature covers the head and the names of persons. The first fault decides.
 * @param pieces the file as bytes, in pieces of any size
 * @param knownKeys the keys of the trusted server, the one in use and all before
 * @param soughtNo an entry whose seal is to be reported, as of a printed report
 */
export const verifyExport = async (
  pieces: ExportBytes,
  knownKeys: readonly KnownKey[],
  ports: VerifierPorts,
  progress: Progress = () => undefined,
  soughtNo?: number,
): Promise<Verdict> => {
  const lines = linesOf(pieces)
  try {
    const opened = await open(lines, { ports, progress, soughtNo })
    if ('verdict' in opened) return opened
    const { format, header, file } = opened
    const end = await readLines(lines, opened, progress)
    if ('verdict' in end && 'reason' in end) return { ...end, format }
    const { head, checked, sealAt, period, gaps, isPart } = file.state()
    const timeStamp = header.timeStamp && (await ports.checkTimeStamp(header.timeStamp.token, header.head))
    const key = knownKeys.find(({ publicKey }) => publicKey === header.key.publicKey) ?? null
    const facts: ExportFacts = { format, header, checked, period, gaps, timeStamp, key }
    if ('verdict' in end) return { ...end, ...facts }
    return await judge({ facts, head, sealAt, isPart }, end, ports)
  } finally {
    await lines.return(undefined)
  }
}
