import { useMediaQuery } from '@mantine/hooks'

/** Whether the page is drawn for a phone: below 760 px. What the other form has is then not drawn at all, rather than hidden. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 47.49em)', false, { getInitialValueInEffect: false })
}
