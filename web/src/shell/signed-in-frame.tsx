import { type ComponentType, lazy, Suspense, useState } from 'react'
import { chunkTimeoutMs, withinTime } from '../shared/later.tsx'
import type { SignedInFrameProps } from './SignedInFrame.tsx'

let brought: ComponentType<SignedInFrameProps> | undefined

/** Fetches the code around the pages of people who are signed in; a page for everybody is there without it. */
export async function bringSignedInFrame(): Promise<ComponentType<SignedInFrameProps>> {
  brought ??= (await withinTime(import('./SignedInFrame.tsx'), chunkTimeoutMs)).SignedInFrame
  return brought
}

const Coming = lazy(async () => ({ default: await bringSignedInFrame() }))

/** What stands around the pages of people who are signed in; at once where its code is there already. */
export function LaterSignedInFrame(props: SignedInFrameProps) {
  // One for as long as it is drawn: with another in its place all of it would begin anew.
  const [Frame] = useState<ComponentType<SignedInFrameProps>>(() => brought ?? Coming)
  return (
    <Suspense>
      <Frame {...props} />
    </Suspense>
  )
}
