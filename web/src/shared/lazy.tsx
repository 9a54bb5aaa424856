import { ApiFailure } from '@vigilux/client/failure.ts'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { AnswerBoundary } from './feedback/AnswerBoundary.tsx'
import { ErrorState } from './feedback/ErrorState.tsx'
import * as feedbackStyles from './feedback/feedback.module.css'

/** Specification section 9. */
export const chunkTimeoutMs = 120_000

/** Rejects when code does not load in time; a later arrival is ignored. */
export function withTimeout<T>(pendingLoad: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiFailure('chunk_timeout', 0)), timeoutMs)
    pendingLoad.then(resolve, () => reject(new ApiFailure('chunk_failed', 0))).finally(() => clearTimeout(timer))
  })
}

type LazyOptions = {
  meanwhile?: ReactNode
  /** For a part beside the page's subject: without its code the part is missing until the line is back. */
  quiet?: true | undefined
}

/**
 * A component hidden at first, such as a dialog; its code loads at its first render. After a failure its place shows an
 * error with a retry. Not for parts needed offline, such as the question about unsaved input.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile = null, quiet }: LazyOptions = {},
): (props: Props) => ReactNode {
  const code = createCodeLoader(load)
  return (props) => <LazyPart code={code} meanwhile={meanwhile} quiet={quiet} props={props} />
}

type Code<Props> = { brought(): ComponentType<Props> | undefined; bring(): Promise<ComponentType<Props>> }

/** Fetched once for all users of the component, and again after a failure. */
function createCodeLoader<Props>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  let loadedPart: ComponentType<Props> | undefined
  let pendingLoad: Promise<ComponentType<Props>> | undefined
  const fetchIt = async () => {
    try {
      loadedPart = await withTimeout(load(), chunkTimeoutMs)
      return loadedPart
    } finally {
      pendingLoad = undefined
    }
  }
  return {
    brought: () => loadedPart,
    bring: () => {
      pendingLoad ??= fetchIt()
      return pendingLoad
    },
  }
}

type LazyPartProps<Props> = LazyOptions & { code: Code<Props>; props: Props }

function LazyPart<Props extends object>({ code, props, meanwhile, quiet }: LazyPartProps<Props>): ReactNode {
  const [Part, setPart] = useState<ComponentType<Props> | undefined>(code.brought)
  const [failure, setFailure] = useState<unknown>()
  const [wasRetried, setWasRetried] = useState(false)
  const isMissing = Part === undefined && failure === undefined
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    code.bring().then(
      (part) => isCurrent && setPart(() => part),
      (error: unknown) => isCurrent && setFailure(error),
    )
    return () => {
      isCurrent = false
    }
  }, [isMissing, code])
  useEffect(() => {
    if (failure === undefined) return
    const clearFailure = () => setFailure(undefined)
    window.addEventListener('online', clearFailure)
    return () => window.removeEventListener('online', clearFailure)
  }, [failure])
  // Code removed by a new release only comes with a reload, and a browser may remember a failed import.
  const retryLoad = () => {
    if (wasRetried) location.reload()
    setWasRetried(true)
    setFailure(undefined)
  }
  if (Part)
    return (
      <AnswerBoundary quiet={quiet}>
        <Part {...props} />
      </AnswerBoundary>
    )
  if (failure === undefined) return meanwhile
  return quiet ? null : <LoadFailed error={failure} again={retryLoad} />
}

/** Scrolled into view, because the pressed button may be at the other end of the page. */
function LoadFailed({ error, again }: { error: unknown; again: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className={feedbackStyles.notCome}>
      <ErrorState error={error} retry={again} />
    </div>
  )
}

/** Stays true once `now` was true: a repeatedly opened component mounts, and loads its code, on first opening. */
export function useLatched(now: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(now)
  if (now && !wasTrue) setWasTrue(true)
  return wasTrue || now
}
