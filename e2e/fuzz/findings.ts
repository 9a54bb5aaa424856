import type { Answer } from './http-lane.ts'

/** What must not be, with the input that brought it about. */
export type Finding = { lane: string; seed: number; path: string; what: string; input: string; times: number }

/** Codes of 503: an answer that is fine only while something that the server needs is away. */
const unavailable = 503

export type FindingRecorder = { mayBeUnavailable(): boolean }

/** Words that would be a piece of the program: stacks, statements, paths. */
const internalsPattern = /node_modules|\.ts:\d+|\bat \w+ \(|DrizzleQueryError/

/** What is wrong with an answer, or null. */
export const faultOf = (answer: Answer, isCoded: boolean, { mayBeUnavailable }: FindingRecorder): string | null => {
  const { status, text } = answer
  if (status === unavailable && !mayBeUnavailable()) return `answered ${status}: ${codeOf(answer)}`
  if (status >= 500 && status !== unavailable) return `answered ${status}: ${codeOf(answer)}`
  if (!isCoded) return null
  if (status !== 200 && codeOf(answer) === null) return `refused with ${status} and no code`
  if (status !== 200 && internalsPattern.test(text)) return 'a refusal speaks of the program'
  return null
}

/** The code of a refusal; null for an answer, and for what is no JSON. */
export const codeOf = ({ text }: Answer): string | null => {
  try {
    return (JSON.parse(text) as { error?: string }).error ?? null
  } catch {
    return null
  }
}

const maxShown = 2_000

/** Keeps one finding of each kind, the first, with how often it came again. */
export const createFindings = () => {
  const all = new Map<string, Finding>()
  return {
    all: () => [...all.values()],
    /** Counts it where it is known already. */
    isKnown(findingText: string): boolean {
      const finding = all.get(findingText)
      if (finding) finding.times++
      return finding !== undefined
    },
    add(finding: Omit<Finding, 'times'>): void {
      if (!all.has(finding.what))
        all.set(finding.what, { ...finding, input: finding.input.slice(0, maxShown), times: 1 })
    },
  }
}
