import { beginningOf, canonicalJson, linkOf, type SealedEntry } from './chain.rules.ts'

/** What a verifier needs of the platform it runs on: the same functions in browsers and in Node. */
export type VerifierPorts = {
  /** SHA-256 of a text in UTF-8, as lower-case hex digits. */
  sha256(text: string): Promise<string>
  /** Whether an Ed25519 signature (base64url) over a text is that of a raw public key (base64url). */
  isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean>
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
  timeStamp: null
}

/** What the entry at which a file breaks went through. */
export type Break = 'changed' | 'missing' | 'swapped' | 'cutOff'

export type Verdict =
  /** Everything is as it was written; `part` where the file does not begin with the first entry. */
  | { verdict: 'whole'; part: boolean; header: Header; checked: number }
  /** The first entry that is not as it was written. */
  | { verdict: Break; no: number; header: Header; checked: number }
  /** The head is not the one that the server signed; `recomputed` where the entries fit a head all the same. */
  | { verdict: 'recomputed' | 'forged' | 'strangeKey'; header: Header; checked: number }
  | { verdict: 'noExport' }

export type Progress = (done: number, total: number) => void

const parsed = (line: string | undefined): unknown => {
  try {
    return line === undefined ? undefined : JSON.parse(line)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isHeader = (value: unknown): value is Header =>
  isRecord(value) &&
  value['format'] === 'vigilux-logbook-1' &&
  isRecord(value['plant']) &&
  isRecord(value['key']) &&
  [value['from'], value['to']].every((no) => Number.isInteger(no)) &&
  [value['before'], value['head']].every((hash) => typeof hash === 'string')

type Line = { entry: SealedEntry; hash: string }
const isEntry = (value: unknown): value is Line =>
  isRecord(value) && isRecord(value['entry']) && typeof value['hash'] === 'string'

/** What became of the entry that should stand here, where another number does. */
const breakAt = (expected: number, entries: readonly (Line | null)[]): { verdict: Break; no: number } => {
  const isElsewhere = entries.some((line) => line?.entry.no === expected)
  return { verdict: isElsewhere ? 'swapped' : 'missing', no: expected }
}

/** Follows the chain from entry to entry; null where all are as they were written. */
const followChain = async (
  header: Header,
  entries: readonly (Line | null)[],
  { sha256 }: VerifierPorts,
  progress: Progress,
): Promise<{ verdict: Break; no: number } | { head: string }> => {
  const total = header.to === 0 ? 0 : header.to - header.from + 1
  let before = header.before
  for (const [at, line] of entries.entries()) {
    const expected = header.from + at
    if (line === null) return { verdict: 'changed', no: expected }
    if (line.entry.no !== expected) return breakAt(expected, entries)
    if ((await sha256(linkOf(before, line.entry))) !== line.hash) return { verdict: 'changed', no: expected }
    before = line.hash
    if (at % 500 === 0) progress(at, total)
  }
  if (entries.length < total) return { verdict: 'cutOff', no: header.from + entries.length }
  progress(total, total)
  return { head: before }
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

type File = { header: Header; entries: (Line | null)[]; signature: string }

const read = (text: string): File | null => {
  const [first, ...lines] = linesOf(text)
  const header = parsed(first)
  if (!isHeader(header)) return null
  const entries: (Line | null)[] = []
  let signature = ''
  for (const line of lines) {
    const value = parsed(line)
    if (isRecord(value) && typeof value['signature'] === 'string') signature = value['signature']
    else if (!isRecord(value) || !('persons' in value)) entries.push(isEntry(value) ? value : null)
  }
  return { header, entries, signature }
}

/**
 * Checks an export without asking anybody: each entry by its hash, their order by the chain, the head by the signature, and the
 * signature by the keys that are known. Names the first thing that is not as it was written.
 * @param knownKeys raw public keys, base64url, of the server that is trusted
 */
export const verifyExport = async (
  text: string,
  knownKeys: readonly string[],
  ports: VerifierPorts,
  progress: Progress = () => undefined,
): Promise<Verdict> => {
  const file = read(text)
  if (!file) return { verdict: 'noExport' }
  const { header, entries, signature } = file
  const chain = await followChain(header, entries, ports, progress)
  const known = { header, checked: entries.length }
  if ('verdict' in chain) return { ...chain, ...known }
  const begins = header.from > 1 || header.before === (await ports.sha256(beginningOf(header.plant.id)))
  if (!begins) return { verdict: 'changed', no: header.from, ...known }
  if (chain.head !== header.head) return { verdict: 'recomputed', ...known }
  if (!knownKeys.includes(header.key.publicKey)) return { verdict: 'strangeKey', ...known }
  if (!(await ports.isSignedBy(header.key.publicKey, signature, canonicalJson(header))))
    return { verdict: 'forged', ...known }
  return { verdict: 'whole', part: header.from > 1, ...known }
}
