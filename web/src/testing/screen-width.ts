import { vi } from 'vitest'

/** Answers media queries: `isMatch` says which hold. `vi.unstubAllGlobals` ends it. */
export const stubMedia = (isMatch: (media: string) => boolean): void => {
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: isMatch(media), ...listening }))
}

/** Renders for a phone. */
export const stubPhone = (): void => stubMedia((media) => media.includes('max-width'))
