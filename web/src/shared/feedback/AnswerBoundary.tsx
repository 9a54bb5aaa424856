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
}

/** Shows a skeleton until the answers that its children read are there, and the error and "Try again" when one is refused. */
export function AnswerBoundary({
  children,
  quiet = false,
  skeleton = quiet ? null : <LoadingCard />,
  level = 2,
}: AnswerBoundaryProps) {
  const [unanswered] = useState<Unanswered>(() => ({ reads: new Map(), never: new Promise(() => undefined) }))
  const [attempt, tryAgain] = useReducer((count: number) => count + 1, 0)
  const onAnswered = () => {
    unanswered.reads.clear()
    tryAgain()
  }
  return (
    <UnansweredContext value={unanswered}>
      <Suspense fallback={<Waiting key={attempt} {...{ unanswered, onAnswered, skeleton, quiet, level }} />}>
        {children}
      </Suspense>
    </UnansweredContext>
  )
}

type WaitingProps = Required<Omit<AnswerBoundaryProps, 'children'>> & { unanswered: Unanswered; onAnswered: () => void }

function Waiting({ unanswered, onAnswered, skeleton, quiet, level }: WaitingProps) {
  const reads = [...unanswered.reads.values()]
  const results = useQueries<UseQueryOptions<unknown, ApiFailure>[]>({ queries: reads })
  // What else may suspend, as code that is fetched, ends that by itself.
  const isAnswered = results.length > 0 && results.every(({ data }) => data !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last answer has come
  useEffect(() => {
    if (isAnswered) onAnswered()
  }, [isAnswered])
  const refused = results.filter(({ isError }) => isError)
  const retry = () => {
    for (const { refetch } of refused) void refetch()
  }
  if (refused[0] && !quiet) return <ErrorState level={level} error={refused[0].error} retry={retry} />
  return skeleton
}

function LoadingCard() {
  return (
    <div className="vx-card vx-loading-card">
      <LoadingRows />
    </div>
  )
}
