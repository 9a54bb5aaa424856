import { useMediaQuery } from '@mantine/hooks'

/** Whether the page renders for a phone, below 760 px; the other layout is not rendered. Paper is no phone. */
export function usePhone(): boolean {
  return useMediaQuery('screen and (max-width: 47.49em)', false, { getInitialValueInEffect: false })
}
