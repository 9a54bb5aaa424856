import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useReducer, useState } from 'react'
import type { ApiFailure } from '../api/api-failure.ts'
import { type Unanswered, UnansweredContext } from '../api/use-answer.ts'
import { ErrorState } from './ErrorState.tsx'
import { LoadingRows } from './Loading.tsx'

type AnswerBoundaryProps = {
  /** Drawn once everything they read with `useAnswer` is there; an older answer stays while a newer one is fetched. */
  children: ReactNode
  /** Instead of a card of rows; nothing where it is quiet. */
  skeleton?: ReactNode
  /** Keeps the skeleton where an answer is refused: for what stands beside something that says so, as a count in the menu. */
  quiet?: boolean | undefined
  /** Level of the heading of an error; 1 where the boundary is around a page. */
  level?: 1 | 2
  /** Instead of the error, for a refusal that the page has own words for; undefined for any other. */
  refused?: ((failure: ApiFailure) => ReactNode | undefined) | undefined
}

/** Shows a skeleton until the answers that its children read are there, and the error and "Try again" when one is refused. */
export function AnswerBoundary({
  children,
  quiet = false,
  skeleton = quiet ? null : <LoadingCard />,
  level = 2,
  refused,
}: AnswerBoundaryProps) {
  const [unanswered] = useState<Unanswered>(() => ({ reads: new Map(), never: new Promise(() => undefined) }))
  const [attempt, drawAgain] = useReducer((count: number) => count + 1, 0)
  // What waits is drawn again with this, and says anew what it asks for: that may be something else than before.
  unanswered.reads = new Map()
  const waiting = { reads: unanswered.reads, drawAgain, skeleton, quiet, level, refused }
  return (
    <UnansweredContext value={unanswered}>
      <Suspense fallback={<Waiting key={attempt} {...waiting} />}>{children}</Suspense>
    </UnansweredContext>
  )
}

type WaitingProps = Required<Omit<AnswerBoundaryProps, 'children' | 'refused'>> &
  Pick<AnswerBoundaryProps, 'refused'> & { reads: Unanswered['reads']; drawAgain: () => void }

function Waiting({ reads, drawAgain, skeleton, quiet, level, refused }: WaitingProps) {
  const results = useQueries<UseQueryOptions<unknown, ApiFailure>[]>({ queries: [...reads.values()] })
  // What else may suspend, as code that is fetched, ends that by itself.
  const isAnswered = results.length > 0 && results.every(({ data }) => data !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last answer has come
  useEffect(() => {
    if (isAnswered) drawAgain()
  }, [isAnswered])
  useEffect(() => () => reads.clear(), [reads])
  const failure = results.find(({ isError }) => isError)?.error
  if (!failure || quiet) return skeleton
  // What is drawn again and still has no answer asks for it again.
  return refused?.(failure) ?? <ErrorState level={level} error={failure} retry={drawAgain} />
}

function LoadingCard() {
  return (
    <div className="vx-card vx-loading-card">
      <LoadingRows />
    </div>
  )
}
