import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiFailure } from './api/api-failure.ts'

/** Specification section 9. */
export const chunkTimeoutMs = 120_000

/** Rejects when code has not come in time; it may then still come, and is ignored. */
export function withinTime<T>(loading: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiFailure('chunk_timeout', 0)), timeoutMs)
    loading.then(resolve, () => reject(new ApiFailure('chunk_failed', 0))).finally(() => clearTimeout(timer))
  })
}

/**
 * A part that a page does not show at first, as a dialog or the panel of an open row: its code comes when it is first
 * drawn. What of it may be needed without a network, as the question about unsaved input, must not be one.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): (props: Props) => ReactNode {
  const Part = lazy(async () => ({ default: await withinTime(load(), chunkTimeoutMs) }))
  return (props) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  )
}

/** True from the first time on: what is opened again and again is drawn, and its code fetched, once it is first opened. */
export function useOnceTrue(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return was || now
}
