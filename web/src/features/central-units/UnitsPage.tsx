import { Button } from '@mantine/core'
import { IconCpu, IconPlus } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { bySeverity, type StateName, styleOf } from '../../shared/status/states.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Chip, Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { UnitState } from './UnitState.tsx'
import { stateOfUnit, topicOf } from './unit.ts'
import { useWhyNotAllowed } from './why-not.ts'

const UnitPanel = lazy(async () => (await import('./UnitPanel.tsx')).UnitPanel)
/** The central units of the plant, worst first. */
export function UnitsPage() {
  const { t } = useTranslation('central-units')
  const { plantId, units } = useCurrentPlant()
  const detail = useOpenDetail('unit')
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotAllowed()
  const open = units.find((unit) => topicOf(unit) === detail.key)
  const at = open ? units.indexOf(open) : -1
  const show = (unit: CentralUnit | undefined) => (unit ? detail.open(topicOf(unit)) : detail.close())
  const addUnit = (
    <ReasonButton
      blockedReason={blockedReason}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => navigateTo(pathTo('addUnit', { plantId }))}
    >
      {t('add')}
    </ReasonButton>
  )
  const empty = (
    <div className="vx-card">
      <EmptyState icon={IconCpu} title={t('none.title')} action={addUnit}>
        {t('none.text')}
      </EmptyState>
    </div>
  )
  return (
    <>
      <PageHeader
        ownTitle
        title={t('word.centralUnits')}
        actions={units.length > 0 ? <RoleAction>{addUnit}</RoleAction> : null}
      />
      <WithPanel
        panel={
          open ? (
            <UnitPanel
              key={topicOf(open)}
              unit={open}
              onClose={() => show(undefined)}
              onPrevious={at > 0 ? () => show(units[at - 1]) : undefined}
              onNext={at < units.length - 1 ? () => show(units[at + 1]) : undefined}
            />
          ) : null
        }
      >
        <DataTable
          name="central-units"
          label={t('word.centralUnits')}
          rows={units}
          columns={columnsOf(t, (state) => t(`state.${state}`), plantId)}
          rowKey={topicOf}
          searchText={(unit) => `${unit.cu_id} ${unit.description} ${unit.cu_location}`}
          searchPlaceholder={t('search')}
          chips={chipsOf(units, (state) => t(`state.${state}`))}
          defaultSort={{ column: 'state', descending: true }}
          onOpen={show}
          openKey={detail.key}
          listLine={(unit) => ({
            title: `${unit.cu_id} · ${unit.type_name}`,
            state: <UnitState unit={unit} />,
            detail: unit.description || unit.cu_location,
            value: t('word.lampCount', { count: unit.lamps.found }),
          })}
          empty={empty}
        />
      </WithPanel>
    </>
  )
}

type Texts = TFunction<'central-units'>

function columnsOf(t: Texts, labelOf: (state: StateName) => string, plantId: string): readonly Column<CentralUnit>[] {
  return [
    { id: 'unit', header: t('word.unit'), cell: (unit) => unit.cu_id, value: (unit) => unit.cu_id },
    { id: 'type', header: t('word.type'), cell: (unit) => unit.type_name, value: (unit) => unit.type_name },
    {
      id: 'description',
      header: t('word.description'),
      cell: (unit) => <span title={unit.description}>{unit.description}</span>,
      value: (unit) => unit.description,
      cut: true,
    },
    {
      id: 'location',
      header: t('word.place'),
      cell: (unit) => <span title={unit.cu_location}>{unit.cu_location}</span>,
      value: (unit) => unit.cu_location,
      cut: true,
    },
    {
      id: 'state',
      header: t('column.state'),
      cell: (unit) => <UnitState unit={unit} />,
      value: (unit) => styleOf(stateOfUnit(unit)).severity,
      csv: (unit) => labelOf(stateOfUnit(unit)),
    },
    {
      id: 'lamps',
      header: t('word.lamps'),
      align: 'right',
      cell: (unit) => unit.lamps.found,
      value: (unit) => unit.lamps.found,
    },
    {
      id: 'acquire',
      header: '',
      cell: (unit) =>
        unit.connection === 'notAcquired' ? (
          <Button
            component={AppLink}
            to={pathTo('addUnit', { plantId }, { type: unit.cu_type, serial: unit.cu_id })}
            variant="default"
            size="compact-sm"
          >
            {t('word.enrol')}
          </Button>
        ) : null,
    },
  ]
}

function chipsOf(units: readonly CentralUnit[], labelOf: (state: StateName) => string): Chip<CentralUnit>[] {
  const names = [...new Set(units.map(stateOfUnit))].sort(bySeverity)
  const types = [...new Map(units.map(({ cu_type, type_name }) => [cu_type, type_name]))].sort()
  return [
    ...names.map((state) => ({
      id: state,
      label: labelOf(state),
      state,
      fits: (unit: CentralUnit) => stateOfUnit(unit) === state,
    })),
    ...types.map(([id, label]) => ({ id, label, fits: (unit: CentralUnit) => unit.cu_type === id })),
  ]
}
