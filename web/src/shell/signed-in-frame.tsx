import { type ComponentType, lazy, Suspense, useState } from 'react'
import { chunkTimeoutMs, withTimeout } from '../shared/lazy.tsx'
import type { SignedInFrameProps } from './SignedInFrame.tsx'

let loadedFrame: ComponentType<SignedInFrameProps> | undefined

/** Loads the frame of signed-in pages; public pages do not need it. */
export async function loadSignedInFrame(): Promise<ComponentType<SignedInFrameProps>> {
  loadedFrame ??= (await withTimeout(import('./SignedInFrame.tsx'), chunkTimeoutMs)).SignedInFrame
  return loadedFrame
}

const LazyFrame = lazy(async () => ({ default: await loadSignedInFrame() }))

/** The frame of signed-in pages; renders at once when its code has already loaded. */
export function LazySignedInFrame(props: SignedInFrameProps) {
  // Fixed while mounted: replacing the component would remount the whole page.
  const [Frame] = useState<ComponentType<SignedInFrameProps>>(() => loadedFrame ?? LazyFrame)
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  )
}
