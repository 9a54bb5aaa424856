import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { createSearchMatcher } from '@vigilux/contract/kernel/search-text.ts'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { localDebounceMs, SearchField } from '../../shared/table/SearchField.tsx'
import { pathTo } from '../../site-map.ts'
import * as styles from './floor-plans.module.css'
import { useDeviceName } from './use-device-name.ts'
import type { PlanDevices } from './use-plan-devices.ts'

type ListProps = { plans: readonly FloorPlan[]; openId: string | undefined; devices: PlanDevices }

/** Maximum number of devices found by a search. */
const maxFound = 20

/**
 * The plans, each with its number of devices in a bad state; the search also finds devices on any plan. On a phone the
 * list is collapsed, to show the plan itself first.
 */
export function PlanList({ plans, openId, devices }: ListProps) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const nameOf = useDeviceName()
  const isPhone = usePhone()
  const searchText = search.q?.trim() ?? ''
  const matchesSearch = createSearchMatcher(searchText)
  const faultyByPlan = new Map<string, number>()
  for (const [key, planId] of devices.planOf)
    if ((devices.byKey.get(key)?.state ?? 'ok') !== 'ok') faultyByPlan.set(planId, (faultyByPlan.get(planId) ?? 0) + 1)
  const found =
    searchText === ''
      ? []
      : devices.all.filter(
          (device) =>
            devices.planOf.has(device.key) &&
            matchesSearch([nameOf(device), device.serial, serialOf(device.topic)].join(' ')),
        )
  const open = plans.find(({ id }) => id === openId)
  const list = (
    <>
      <SearchField
        value={search.q ?? ''}
        placeholder={t('search')}
        pauseMs={localDebounceMs}
        onChange={(q) => setSearch({ q })}
      />
      <ul>
        {plans
          .filter(({ id, name }) => matchesSearch(name) || (id === openId && found.length > 0))
          .map(({ id, name }) => (
            <li key={id}>
              <AppLink to={pathTo('plantMaps', { plantId }, { plan: id })} aria-current={id === openId || undefined}>
                <span>{name}</span>
                {faultyByPlan.get(id) ? <small>{t('notOk', { count: faultyByPlan.get(id) })}</small> : null}
              </AppLink>
            </li>
          ))}
        {found.slice(0, maxFound).map((device) => (
          <li key={device.key}>
            <AppLink
              to={pathTo(
                'plantMaps',
                { plantId },
                {
                  plan: devices.planOf.get(device.key) ?? '',
                  q: search.q ?? '',
                  [device.lamp ? 'lamp' : 'unit']: device.key,
                },
              )}
            >
              <span>{nameOf(device)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
      {searchText !== '' && found.length === 0 && !plans.some(({ name }) => matchesSearch(name)) ? (
        <p role="status" className="vx-quiet">
          {t('nothingFound')}
        </p>
      ) : null}
    </>
  )
  return (
    <nav className={styles.planList} aria-label={t('plans')}>
      {isPhone ? (
        // Collapse again when another plan opens, because the person came for this plan.
        <details key={openId} className={styles.planFold}>
          <summary>
            <span>{open?.name ?? t('plans')}</span>
            <small>{t('count', { count: plans.length })}</small>
          </summary>
          <div>{list}</div>
        </details>
      ) : (
        list
      )}
    </nav>
  )
}
