import { type ComponentType, lazy, Suspense, useState } from 'react'
import { chunkTimeoutMs, withTimeout } from '../shared/lazy.tsx'
import type { SignedInFrameProps } from './SignedInFrame.tsx'

let loadedFrame: ComponentType<SignedInFrameProps> | undefined

/** Fetches the code around the pages of people who are signed in; a page for everybody is there without it. */
export async function loadSignedInFrame(): Promise<ComponentType<SignedInFrameProps>> {
  loadedFrame ??= (await withTimeout(import('./SignedInFrame.tsx'), chunkTimeoutMs)).SignedInFrame
  return loadedFrame
}

const LazyFrame = lazy(async () => ({ default: await loadSignedInFrame() }))

/** What stands around the pages of people who are signed in; at once where its code is there already. */
export function LazySignedInFrame(props: SignedInFrameProps) {
  // One for as long as it is drawn: with another in its place all of it would begin anew.
  const [Frame] = useState<ComponentType<SignedInFrameProps>>(() => loadedFrame ?? LazyFrame)
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  )
}
