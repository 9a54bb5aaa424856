import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiFailure } from './api/api-failure.ts'
import { AnswerBoundary } from './feedback/AnswerBoundary.tsx'
import { ErrorState } from './feedback/ErrorState.tsx'

/** Specification section 9. */
export const chunkTimeoutMs = 120_000

/** Rejects when code has not come in time; it may then still come, and is ignored. */
export function withTimeout<T>(loading: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiFailure('chunk_timeout', 0)), timeoutMs)
    loading.then(resolve, () => reject(new ApiFailure('chunk_failed', 0))).finally(() => clearTimeout(timer))
  })
}

type LazyOptions = {
  meanwhile?: ReactNode
  /** Stands beside what the page is about: where its code does not come, it is missing until the line is back, and nothing else suffers. */
  quiet?: true | undefined
}

/**
 * A part that a page does not show at first, as a dialog or the panel of an open row: its code comes when it is first
 * drawn. Where it does not come, that is said in its place, with a way to try again; what stands around it, and what was typed there, stays.
 * What of it may be needed without a network, as the question about unsaved input, must not be one.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile = null, quiet }: LazyOptions = {},
): (props: Props) => ReactNode {
  const code = createCodeLoader(load)
  return (props) => <LazyPart code={code} meanwhile={meanwhile} quiet={quiet} props={props} />
}

type Code<Props> = { brought(): ComponentType<Props> | undefined; bring(): Promise<ComponentType<Props>> }

/** Fetched once for all who draw it, and anew where it did not come. */
function createCodeLoader<Props>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  let brought: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined
  const fetchIt = async () => {
    try {
      brought = await withTimeout(load(), chunkTimeoutMs)
      return brought
    } finally {
      coming = undefined
    }
  }
  return {
    brought: () => brought,
    bring: () => {
      coming ??= fetchIt()
      return coming
    },
  }
}

type LazyPartProps<Props> = LazyOptions & { code: Code<Props>; props: Props }

function LazyPart<Props extends object>({ code, props, meanwhile, quiet }: LazyPartProps<Props>): ReactNode {
  const [Part, setPart] = useState<ComponentType<Props> | undefined>(code.brought)
  const [failure, setFailure] = useState<unknown>()
  const [isTriedAgain, setTriedAgain] = useState(false)
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
    const again = () => setFailure(undefined)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [failure])
  // Code that is gone since a new release comes with a new document alone, and a browser may remember a failed import.
  const again = () => {
    if (isTriedAgain) location.reload()
    setTriedAgain(true)
    setFailure(undefined)
  }
  if (Part)
    return (
      <AnswerBoundary quiet={quiet}>
        <Part {...props} />
      </AnswerBoundary>
    )
  if (failure === undefined) return meanwhile
  return quiet ? null : <LoadFailed error={failure} again={again} />
}

/** In sight: it may be the answer to a press at the other end of the page. */
function LoadFailed({ error, again }: { error: unknown; again: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="vx-not-come">
      <ErrorState error={error} retry={again} />
    </div>
  )
}

/** True from the first time on: what is opened again and again is drawn, and its code fetched, once it is first opened. */
export function useLatched(now: boolean): boolean {
  const [was, setWas] = useState(now)
  if (now && !was) setWas(true)
  return was || now
}
