import { useMediaQuery } from '@mantine/hooks'

/** Whether the page renders for a phone: below 760 px. The other layout is not rendered at all, rather than hidden. Paper is no phone. */
export function usePhone(): boolean {
  return useMediaQuery('screen and (max-width: 47.49em)', false, { getInitialValueInEffect: false })
}
