import type { RoundItem } from '@vigilux/contract/features/rounds/round.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'

/** What the parts of the page of a round share. */
export type RoundProps = {
  told: ActionOutput<'getRound'>
  /** Its faults in the order of the way. */
  way: readonly RoundItem[]
  open: (itemId: string | undefined) => void
  current: string | undefined
}

export type ItemProps = RoundProps & { item: RoundItem; at: number }
