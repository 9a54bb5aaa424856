import { beginningOf, linkOf, type SealedEntry, signedText } from './chain.rules.ts'
import type { CheckTimeStamp, TimeStampFound } from './time-stamp.ts'

/** What a verifier needs of the platform it runs on: the same functions in browsers and in Node. */
export type VerifierPorts = {
  /** SHA-256 of a text in UTF-8, as lower-case hex digits. */
  sha256(text: string): Promise<string>
  /** Whether an Ed25519 signature (base64url) over a text is that of a raw public key (base64url). */
  isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean>
  /** Called for a file that has a time stamp alone, so that what it takes to read one need not be there before. */
  checkTimeStamp: CheckTimeStamp
}

type Header = {
  format: string
  plant: { id: string; name: string; timezone: string }
  from: number
  to: number
  before: string
  head: string
  exportedAt: string
  key: { id: string; algorithm: string; publicKey: string }
  timeStamp: { token: string } | null
}

/** What the entry at which a file breaks went through. */
export type Break = 'changed' | 'missing' | 'swapped' | 'cutOff'

/** From when to when the entries are that fit, whatever the order in which they were written down. */
type Period = { from: string; to: string }

/** The head of a file, how many entries were looked at, and what is to be said of its time stamp; null where it has none. */
type Known = { header: Header; checked: number; period: Period | null; timeStamp: TimeStampFound | null }

export type Verdict =
  /**
   * Everything is as it was written; `part` where the file does not begin with the first entry. `sealAt` is the seal of the entry that was asked
   * about, null where the file does not hold it.
   */
  | ({ verdict: 'whole'; part: boolean; sealAt: string | null } & Known)
  /** The first entry that is not as it was written. */
  | ({ verdict: Break; no: number } & Known)
  /**
   * The head is not the one that the server signed; `recomputed` where the entries fit a head all the same. `falseTimeStamp`: the time stamp is of
   * another head, or was changed.
   */
  | ({ verdict: 'recomputed' | 'forged' | 'strangeKey' | 'falseTimeStamp' } & Known)
  | { verdict: 'noExport' }

/** Waited for, so that a page can be drawn meanwhile. */
export type Progress = (done: number, total: number) => void | Promise<void>

type Pieces = AsyncIterable<string> | Iterable<string>

const parsed = (line: string | undefined): unknown => {
  try {
    return line === undefined ? undefined : JSON.parse(line)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isTimeStamp = (value: unknown): boolean =>
  value === null || (isRecord(value) && typeof value['token'] === 'string')

const isHeader = (value: unknown): value is Header =>
  isRecord(value) &&
  value['format'] === 'vigilux-logbook-1' &&
  isRecord(value['plant']) &&
  isRecord(value['key']) &&
  isTimeStamp(value['timeStamp']) &&
  [value['from'], value['to']].every((no) => Number.isInteger(no)) &&
  [value['before'], value['head']].every((hash) => typeof hash === 'string')

type Line = { entry: SealedEntry; hash: string }
const isEntry = (value: unknown): value is Line =>
  isRecord(value) && isRecord(value['entry']) && typeof value['hash'] === 'string'

/** Lines of a text that comes in pieces, without those that say nothing. */
async function* linesOf(pieces: Pieces): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
  if (rest.trim() !== '') yield rest
}

const withMoment = (period: Period | null, at: string): Period => ({
  from: period && period.from < at ? period.from : at,
  to: period && period.to > at ? period.to : at,
})

/** Follows the chain from entry to entry, and keeps the first that is not as it was written. */
const followChain = (header: Header, { sha256 }: VerifierPorts, no: number | undefined) => {
  let head = header.before
  let expected = header.from
  let broken: { verdict: Break; no: number } | null = null
  let checked = 0
  let sealAt: string | null = null
  let period: Period | null = null
  const breakOf = async (line: Line | null): Promise<Break | null> => {
    if (line === null) return 'changed'
    if (line.entry.no !== expected) return 'missing'
    return (await sha256(linkOf(head, line.entry))) === line.hash ? null : 'changed'
  }
  return {
    async take(line: Line | null): Promise<void> {
      checked += 1
      if (broken) {
        // What was missing stands further down.
        if (broken.verdict === 'missing' && line?.entry.no === broken.no) broken.verdict = 'swapped'
        return
      }
      const verdict = await breakOf(line)
      if (verdict) broken = { verdict, no: expected }
      else if (line) {
        head = line.hash
        period = withMoment(period, line.entry.at)
        if (expected === no) sealAt = head
        expected += 1
      }
    },
    checked: () => checked,
    sealAt: () => sealAt,
    period: () => period,
    ended(): { verdict: Break; no: number } | { head: string } {
      if (broken) return broken
      return checked < entriesOf(header) ? { verdict: 'cutOff', no: expected } : { head }
    },
  }
}

const entriesOf = ({ from, to }: Header): number => (to === 0 ? 0 : to - from + 1)

/** How many entries are checked between two reports of progress. */
const progressEvery = 500

type Read = { header: Header; chain: ReturnType<typeof followChain>; persons: unknown; signature: string }

/** Takes what a line after the first one says: an entry, the names of persons, or the signature. */
const takeLine = async (file: Read, value: unknown): Promise<void> => {
  if (isRecord(value) && typeof value['signature'] === 'string') file.signature = value['signature']
  else if (isRecord(value) && 'persons' in value) file.persons = value['persons']
  else await file.chain.take(isEntry(value) ? value : null)
}

const read = async (
  pieces: Pieces,
  ports: VerifierPorts,
  progress: Progress,
  no: number | undefined,
): Promise<Read | null> => {
  let file: Read | null = null
  for await (const line of linesOf(pieces)) {
    const value = parsed(line)
    if (file) {
      const before = file.chain.checked()
      await takeLine(file, value)
      const done = file.chain.checked()
      if (done > before && done % progressEvery === 0) await progress(done, entriesOf(file.header))
    } else if (isHeader(value)) {
      file = { header: value, chain: followChain(value, ports, no), persons: undefined, signature: '' }
    } else return null
  }
  return file
}

/**
 * Checks an export without asking anybody, and without holding more of it than a line: each entry by its hash, their order by the
 * chain, the head and the names of persons by the signature, and the signature by the keys that are known. Names the first thing that
 * is not as it was written.
 * @param pieces the file as text, in pieces of any size
 * @param knownKeys raw public keys, base64url, of the server that is trusted
 * @param no an entry whose seal is to be told, as of one that stands on paper
 */
export const verifyExport = async (
  pieces: Pieces,
  knownKeys: readonly string[],
  ports: VerifierPorts,
  progress: Progress = () => undefined,
  no?: number,
): Promise<Verdict> => {
  const file = await read(pieces, ports, progress, no)
  if (!file) return { verdict: 'noExport' }
  const { header, persons, signature } = file
  const chain = file.chain.ended()
  const { timeStamp: stamp } = header
  const timeStamp = stamp && (await ports.checkTimeStamp(stamp.token, header.head))
  const known: Known = { header, checked: file.chain.checked(), period: file.chain.period(), timeStamp }
  if ('verdict' in chain) return { ...chain, ...known }
  const begins = header.from > 1 || header.before === (await ports.sha256(beginningOf(header.plant.id)))
  if (!begins) return { verdict: 'changed', no: header.from, ...known }
  if (chain.head !== header.head) return { verdict: 'recomputed', ...known }
  if (!knownKeys.includes(header.key.publicKey)) return { verdict: 'strangeKey', ...known }
  if (timeStamp?.state === 'broken') return { verdict: 'falseTimeStamp', ...known }
  if (!(await ports.isSignedBy(header.key.publicKey, signature, signedText(header, persons))))
    return { verdict: 'forged', ...known }
  return { verdict: 'whole', part: header.from > 1, sealAt: file.chain.sealAt(), ...known }
}
