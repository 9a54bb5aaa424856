import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { lampNumber } from '../../shared/plant/lamps.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { ownPauseMs, SearchField } from '../../shared/table/SearchField.tsx'
import { pathTo } from '../../site-map.ts'
import { keyOf, type PlanLamps } from './use-plan-lamps.ts'

type ListProps = { plans: readonly FloorPlan[]; openId: string | undefined; lamps: PlanLamps }

/** Lamps that a search shows at most. */
const mostFound = 20

/** The plans with how many lamps of each are not OK; a search finds plans by name, and lamps that are on any. */
export function PlanList({ plans, openId, lamps }: ListProps) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useOpenPlant()
  const [search, setSearch] = useSearchParams()
  const words = (search.q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const bad = new Map<string, number>()
  for (const [key, planId] of lamps.planOf)
    if (lamps.byKey.get(key)?.condition !== 'ok') bad.set(planId, (bad.get(planId) ?? 0) + 1)
  const found =
    words.length === 0
      ? []
      : lamps.lamps.filter(
          (lamp) =>
            lamps.planOf.has(keyOf(lamp)) &&
            fits([lampNumber(lamp.id), lamp.description, lamp.location, lamp.serial, serialOf(lamp.cu)].join(' ')),
        )
  return (
    <nav className="vx-plan-list" aria-label={t('plans')}>
      <SearchField
        value={search.q ?? ''}
        placeholder={t('search')}
        pauseMs={ownPauseMs}
        onChange={(q) => setSearch({ q })}
      />
      <ul>
        {plans
          .filter(({ id, name }) => fits(name) || (id === openId && found.length > 0))
          .map(({ id, name }) => (
            <li key={id}>
              <AppLink to={pathTo('plantMaps', { plantId }, { plan: id })} aria-current={id === openId || undefined}>
                <span>{name}</span>
                {bad.get(id) ? <small>{t('notOk', { count: bad.get(id) })}</small> : null}
              </AppLink>
            </li>
          ))}
        {found.slice(0, mostFound).map((lamp) => (
          <li key={keyOf(lamp)}>
            <AppLink
              to={pathTo(
                'plantMaps',
                { plantId },
                { plan: lamps.planOf.get(keyOf(lamp)) ?? '', lamp: keyOf(lamp), q: search.q ?? '' },
              )}
            >
              <span>{[lampNumber(lamp.id), lamp.description, lamp.location].filter(Boolean).join(' · ')}</span>
            </AppLink>
          </li>
        ))}
      </ul>
      {words.length > 0 && found.length === 0 && !plans.some(({ name }) => fits(name)) ? (
        <p role="status" className="vx-quiet">
          {t('nothingFound')}
        </p>
      ) : null}
    </nav>
  )
}
