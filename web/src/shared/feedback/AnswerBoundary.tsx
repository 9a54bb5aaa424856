import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import { type ReactNode, Suspense, useEffect, useReducer, useState } from 'react'
import { type Unanswered, UnansweredContext } from '../api/use-answer.ts'
import { ErrorState } from './ErrorState.tsx'
import * as styles from './feedback.module.css'
import { LoadingRows } from './Loading.tsx'

type AnswerBoundaryProps = {
  /** Rendered once all its reads by `useAnswer` have arrived; an older answer stays during a fetch. */
  children: ReactNode
  /** Shown instead of the default card of rows; nothing for a quiet boundary. */
  skeleton?: ReactNode
  /** Shows the skeleton after a refusal, too: for a count in the menu next to content with the error. */
  quiet?: boolean | undefined
  /** Heading level of an error; 1 when the boundary surrounds a page. */
  level?: 1 | 2
  /** Replaces the error for refusals with a text of the page; undefined for others. `retry` reads again. */
  refused?: ((failure: ApiFailure, retry: () => void) => ReactNode | undefined) | undefined
}

/** Shows a skeleton until its children's answers arrive, and an error with "Try again" when one is refused. */
export function AnswerBoundary({
  children,
  quiet = false,
  skeleton = quiet ? null : <LoadingCard />,
  level = 2,
  refused,
}: AnswerBoundaryProps) {
  const [unanswered] = useState<Unanswered>(() => ({ reads: new Map(), never: new Promise(() => undefined) }))
  const [attempt, drawAgain] = useReducer((count: number) => count + 1, 0)
  // The next render reports its reads again, and they may differ from the previous ones.
  unanswered.reads = new Map()
  const waitingProps = { reads: unanswered.reads, drawAgain, skeleton, quiet, level, refused }
  return (
    <UnansweredContext value={unanswered}>
      <Suspense fallback={<Waiting key={attempt} {...waitingProps} />}>{children}</Suspense>
    </UnansweredContext>
  )
}

type WaitingProps = Required<Omit<AnswerBoundaryProps, 'children' | 'refused'>> &
  Pick<AnswerBoundaryProps, 'refused'> & { reads: Unanswered['reads']; drawAgain: () => void }

function Waiting({ reads, drawAgain, skeleton, quiet, level, refused }: WaitingProps) {
  const results = useQueries<UseQueryOptions<unknown, ApiFailure>[]>({ queries: [...reads.values()] })
  // Other suspensions, such as code being fetched, end without the boundary.
  const isAnswered = results.length > 0 && results.every(({ data }) => data !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last answer has come
  useEffect(() => {
    if (isAnswered) drawAgain()
  }, [isAnswered])
  useEffect(() => () => reads.clear(), [reads])
  const failure = results.find(({ isError }) => isError)?.error
  if (!failure || quiet) return skeleton
  // "Try again" renders the children, and reads without an answer are requested again.
  return refused?.(failure, drawAgain) ?? <ErrorState level={level} error={failure} retry={drawAgain} />
}

function LoadingCard() {
  return (
    <div className={`vx-card ${styles.loadingCard}`}>
      <LoadingRows />
    </div>
  )
}
