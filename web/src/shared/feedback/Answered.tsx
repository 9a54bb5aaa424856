import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiFailure } from '../api/api-failure.ts'
import { ErrorState } from './ErrorState.tsx'
import { LoadingRows } from './Loading.tsx'

type AnsweredProps<Output> = {
  query: UseQueryResult<Output, ApiFailure>
  /** Drawn once there is an answer; an older one stays while a newer is fetched. */
  children: (answer: Output) => ReactNode
}

/** The frame of every list: a skeleton until it is there, the reason and a retry when it cannot come. */
export function Answered<Output>({ query, children }: AnsweredProps<Output>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  return (
    <div className="vx-card">
      <LoadingRows />
    </div>
  )
}
