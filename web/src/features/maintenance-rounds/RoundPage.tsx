import { useParams } from '@tanstack/react-router'
import { floorsOf } from '@vigilux/contract/features/maintenance-rounds/round.rules.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { ItemView } from './ItemView.tsx'
import * as styles from './maintenance-rounds.module.css'
import { RoundOverview } from './RoundOverview.tsx'

/** One round: on a phone either its route or one fault, on a wide screen both. */
export function RoundPage() {
  const { roundId = '' } = useParams({ strict: false }) as { roundId?: string }
  const { plantId } = useCurrentPlant()
  return <Round key={roundId} {...useAnswer('getRound', { plantId, roundId })} />
}

function Round(answer: ActionOutput<'getRound'>) {
  const [search, setSearch] = useSearchParams()
  const phone = usePhone()
  const route = floorsOf(answer.items).flatMap(({ items }) => items)
  const at = route.findIndex(({ id }) => id === search.item)
  const item = route[at]
  const open = (id: string | undefined) => setSearch({ item: id }, { push: true })
  const parts = { answer, way: route, open, current: item?.id }
  if (phone && item) return <ItemView key={item.id} {...parts} item={item} at={at} />
  return (
    <div className={styles.roundPage}>
      <RoundOverview {...parts} />
      {item ? <ItemView key={item.id} {...parts} item={item} at={at} /> : null}
    </div>
  )
}
