import { IconAdjustments, IconCpu, IconPlayerPlay, IconReplace, IconRoute } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { StatePanel } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { ReasonItem } from '../../shared/form/ReasonItem.tsx'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useStartWalk } from '../../shared/plant/use-start-walk.ts'
import { pathTo } from '../../site-map.ts'
import { UnitOperation } from '../operations/index.ts'
import { UnitCauses } from './UnitCauses.tsx'
import { stateOfUnit } from './unit.ts'
import * as styles from './unit-page.module.css'
import { tabPath, tabsOf, type UnitTab } from './unit-tabs.ts'
import { type CurrentUnit, useCurrentUnit } from './use-unit.ts'
import { useWhyNotAllowed, useWhyNotCommand } from './why-not.ts'

/** Renders a page of a unit; says so when the plant has no such unit. */
export function WithUnit({ children }: { children: (open: CurrentUnit) => ReactNode }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const found = useCurrentUnit()
  if (!found)
    return (
      <div className="vx-card">
        <StatePanel
          icon={IconCpu}
          title={t('whyNot.gone')}
          level={1}
          action={
            <AppLink to={pathTo('devices', { plantId, devicesType: 'centralunits' })}>{t('page.toUnits')}</AppLink>
          }
        />
      </div>
    )
  return children(found)
}

type FrameProps = { tab: UnitTab; children: (open: CurrentUnit) => ReactNode }

/** A page of one unit: name and state, links to its views, the operation in progress, and the view. */
export function UnitFrame(props: FrameProps) {
  return <WithUnit>{(open) => <FrameOf {...props} open={open} />}</WithUnit>
}

function FrameOf({ tab, children, open }: FrameProps & { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const tabs = tabsOf(open.facts)
  const first = tabPath(plantId, open.topic, 'overview')
  const isOfType = tabs.includes(tab)
  // The address may name a view missing for this unit type.
  useEffect(() => {
    if (!isOfType) navigateTo.replace(first)
  }, [isOfType, navigateTo, first])
  if (!isOfType) return null
  return (
    <>
      <UnitHeader open={open} />
      <PageTabs
        label={t('page.views')}
        tabs={tabs.map((tabName) => ({
          to: tabPath(plantId, open.topic, tabName),
          text: t(`tab.${tabName}`),
          current: tabName === tab,
        }))}
      />
      <div className={styles.unitPage}>
        {tab === 'history' ? null : (
          <AnswerBoundary>
            <UnitOperation topic={open.topic} />
          </AnswerBoundary>
        )}
        {tab === 'overview' ? null : <UnitNotice open={open} />}
        <AnswerBoundary>{children(open)}</AnswerBoundary>
      </div>
    </>
  )
}

function UnitHeader({ open: { unit, topic, facts, reportedAt } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId, plant } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const role = useWhyNotAllowed()
  const blockedReason = useWhyNotCommand()(unit)
  const canTest = facts.commands.includes('ftest')
  const { along } = useStartWalk()
  const canConfigure = facts.commands.includes('setLgSerialId')
  return (
    <PageHeader
      ownTitle
      title={t('word.unitSerial', { serial: unit.cu_id })}
      state={stateOfUnit(unit)}
      facts={
        <>
          {[unit.type_name, unit.description, unit.cu_location].filter(Boolean).map((text) => (
            <span key={text}>{text}</span>
          ))}
          {reportedAt ? (
            <span>
              {t('page.reported')} <RelativeTime at={reportedAt} timeZone={plant.timezone} />
            </span>
          ) : null}
        </>
      }
      actions={
        <>
          {canTest ? (
            <ReasonButton
              variant="default"
              blockedReason={blockedReason}
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => navigateTo(pathTo('plantReport', { plantId }, { start: topic }))}
            >
              {t('word.startTest')}
            </ReasonButton>
          ) : null}
          {canConfigure ? (
            <ReasonButton
              blockedReason={unit.connection === 'notAcquired' ? blockedReason : role}
              leftSection={<IconAdjustments size={16} aria-hidden />}
              onClick={() => navigateTo(pathTo('configureUnit', { plantId, unit: topic }))}
            >
              {t('page.configure')}
            </ReasonButton>
          ) : null}
        </>
      }
      more={
        <>
          <ReasonItem
            blockedReason={role}
            leftSection={<IconRoute size={16} aria-hidden />}
            disabled={unit.connection === 'notAcquired' || unit.lamps.found === 0}
            onClick={() => void along({ topic })}
          >
            {t('word.commissioning')}
          </ReasonItem>
          <ReasonItem
            blockedReason={role}
            leftSection={<IconReplace size={16} aria-hidden />}
            disabled={unit.connection === 'notAcquired'}
            onClick={() => navigateTo(pathTo('unit', { plantId, unit: topic }, { substitute: '1' }))}
          >
            {t('substitute.button')}
          </ReasonItem>
        </>
      }
    />
  )
}

/** Other views only show the unit as offline; the first view explains the problem in full. */
function UnitNotice({ open: { unit } }: { open: CurrentUnit }) {
  if (unit.connection === 'connected') return null
  return <UnitCauses unit={{ ...unit, errors: [], warnings: [], on_battery: false }} />
}
