import { isInAggregation } from '@vigilux/contract/features/aggregations/aggregation.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { Zone } from '@vigilux/contract/features/zones/zone.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { styleOf } from '../../shared/status/states.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { useZoneLamps } from './use-zone-lamps.ts'
import { useLampsOfZone } from './zone-rows.ts'

const worstFirst = { column: 'state', descending: true }
const keyOf = ({ cu, id }: Pick<Lamp, 'cu' | 'id'>) => `${cu}.${id}`
const placeOf = ({ description, location }: Lamp) => [description, location].filter(Boolean).join(' · ')

/** The first fault of a device, or its state without one. */
function State({ lamp }: { lamp: Lamp }) {
  const [code] = lamp.condition === 'error' ? lamp.errors : []
  const cause = code && (errorText('errors.lamp', code) ?? code)
  return cause ? <StatusInline state={lamp.condition} cause={cause} /> : <StatusInline state={lamp.condition} />
}

/** Which devices were assigned to the zone directly, and which aggregations contain the others. */
function useActions(zone: Zone) {
  const { plantId } = useCurrentPlant()
  const placements = useAnswer('getZoneLamps', { plantId }).zones
  const collections = useAnswer('getCollections', { plantId }).collections
  return useMemo(() => {
    const assignedKeys = new Set(
      placements
        .filter((one) => one.zone_id === zone.id)
        .flatMap(({ topic, addrs }) => addrs.map((addr) => `${topic}.${addr}`)),
    )
    const zoneCollections = collections.filter(({ id }) => zone.collections.includes(id))
    return {
      isOwn: (lamp: Lamp) => assignedKeys.has(keyOf(lamp)),
      names: (lamp: Lamp) => zoneCollections.filter((one) => isInAggregation(lamp, one)).map(({ name }) => name),
    }
  }, [placements, collections, zone])
}

function useColumns(zone: Zone, severalUnits: boolean): readonly Column<Lamp>[] {
  const { t } = useTranslation('zones')
  const { percent } = useFormats()
  const assignments = useActions(zone)
  const assignmentText = (lamp: Lamp) =>
    [...(assignments.isOwn(lamp) ? [t('byItself')] : []), ...assignments.names(lamp)].join(', ')
  return [
    { id: 'number', header: t('word.numberShort'), cell: ({ id }) => lampNumber(id), value: ({ id }) => id },
    ...(severalUnits
      ? [
          {
            id: 'unit',
            header: t('word.unit'),
            cell: ({ cu }: Lamp) => serialOf(cu),
            value: ({ cu }: Lamp) => serialOf(cu),
          },
        ]
      : []),
    { id: 'place', header: t('word.place'), cell: placeOf, value: placeOf, cut: true },
    {
      id: 'state',
      header: t('word.state'),
      cell: (lamp) => <State lamp={lamp} />,
      value: ({ condition }) => styleOf(condition).severity,
      csv: ({ condition, errors }) =>
        [t(`state.${condition}`), ...errors.map((code) => errorText('errors.lamp', code) ?? code)].join(', '),
    },
    {
      id: 'level',
      header: t('word.levelNow'),
      align: 'right',
      cell: ({ dimming }) => (dimming === null ? <span className="vx-quiet">–</span> : percent(dimming)),
      value: ({ dimming }) => dimming,
    },
    { id: 'way', header: t('column.way'), cell: assignmentText, value: assignmentText, cut: true },
  ]
}

/** A zone's devices, worst first. Directly assigned ones can be removed. */
export function ZoneLamps({ zone }: { zone: Zone }) {
  const { t } = useTranslation('zones')
  const { plantId, units } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const rows = useLampsOfZone(zone.id)
  const columns = useColumns(zone, units.length > 1)
  return (
    <DataTable
      name="zone"
      label={zone.zoneName}
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      searchText={(lamp) => [lampNumber(lamp.id), placeOf(lamp), lamp.serial, serialOf(lamp.cu)].join(' ')}
      searchPlaceholder={t('searchLamps')}
      defaultSort={worstFirst}
      onOpen={(lamp) => navigateTo(pathTo('devices', { plantId }, { zone: zone.id, lamp: keyOf(lamp) }))}
      listLine={(lamp) => ({
        title: lampNumber(lamp.id),
        state: <State lamp={lamp} />,
        detail: placeOf(lamp),
        value: serialOf(lamp.cu),
      })}
      selection={{
        label: (lamp) => t('word.selectDevice', { number: lampNumber(lamp.id), serial: serialOf(lamp.cu) }),
        actions: (chosen, clear) => <RemoveFromZone zone={zone} lamps={chosen} done={clear} />,
      }}
      empty={null}
    />
  )
}

function RemoveFromZone({ zone, lamps, done }: { zone: Zone; lamps: readonly Lamp[]; done: () => void }) {
  const { t } = useTranslation('zones')
  const notAllowed = useWhyNotAllowed()
  const { isOwn } = useActions(zone)
  const { write, change } = useZoneLamps()
  const assignedLamps = lamps.filter(isOwn)
  return (
    <ReasonButton
      size="xs"
      variant="default"
      blockedReason={notAllowed ?? (assignedLamps.length === 0 ? t('onlyByCollection') : undefined)}
      loading={change !== undefined}
      onClick={() => void write(zone, assignedLamps, 'remove').then(done, toastFailure)}
    >
      {t('word.takeOut')}
    </ReasonButton>
  )
}
