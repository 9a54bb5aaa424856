import type { RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'

/** Props shared by the parts of a round's page. */
export type RoundProps = {
  answer: ActionOutput<'getRound'>
  /** Its faults in route order. */
  way: readonly RoundItem[]
  open: (itemId: string | undefined) => void
  current: string | undefined
}

export type ItemProps = RoundProps & { item: RoundItem; at: number }
