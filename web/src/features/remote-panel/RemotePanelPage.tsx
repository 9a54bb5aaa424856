import { Button, Menu } from '@mantine/core'
import { IconDeviceRemote } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'
import { topicOf } from '../central-units/index.ts'
import { Inhibition } from './InhibitedCard.tsx'
import { OperateCard } from './OperateCard.tsx'
import { PanelLights } from './PanelLights.tsx'
import { PanelUnits } from './PanelUnits.tsx'
import { PhoneActions } from './PhoneActions.tsx'
import * as styles from './remote-panel.module.css'
import { UnitFrontCard } from './UnitFrontCard.tsx'

/** The fronts of all of a plant's units on one page: their states, and the actions of their keys. */
export function RemotePanelPage() {
  const { t } = useTranslation('remote-panel')
  const { plantId, plant, units } = useCurrentPlant()
  const operates = roleMay(plant.role, 'panel.operate')
  const [{ unit: topic }, setSearch] = useSearchParams()
  const chosen = units.find((unit) => topicOf(unit) === topic)
  const shown = chosen ? [chosen] : units
  const phone = usePhone()
  const connected = units.filter(({ cu_connected }) => cu_connected).length
  if (units.length === 0)
    return (
      <>
        <PageHeader title={t('title')} />
        <div className="vx-card">
          <EmptyState icon={IconDeviceRemote} title={t('none.title')}>
            {t('none.text')}
          </EmptyState>
        </div>
      </>
    )
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={
          <>
            <span>{t('answering', { count: units.length, connected })}</span>
            <span>{t(operates ? 'written' : 'readOnly')}</span>
          </>
        }
        actions={
          phone ? (
            <PhoneActions units={shown} operates={operates} />
          ) : (
            <Button component={AppLink} to={pathTo('logbook', { plantId })} variant="default">
              {t('word.logbook')}
            </Button>
          )
        }
        more={
          phone ? (
            <Menu.Item component="a" href={`#${pathTo('logbook', { plantId })}`}>
              {t('word.logbook')}
            </Menu.Item>
          ) : null
        }
      />
      <div className={styles.remote}>
        <div>
          <AnswerBoundary>
            <Inhibition shown={shown} />
          </AnswerBoundary>
          <PanelLights units={shown} />
          <AnswerBoundary>
            <PanelUnits
              units={units}
              openTopic={topic}
              onOpen={(one) => setSearch({ unit: one === topic ? undefined : one })}
            />
          </AnswerBoundary>
        </div>
        <div>
          {chosen ? (
            <Button variant="subtle" onClick={() => setSearch({ unit: undefined })}>
              {t('all')}
            </Button>
          ) : null}
          {operates && !phone ? (
            <AnswerBoundary>
              <OperateCard units={shown} />
            </AnswerBoundary>
          ) : null}
          {shown.length === 1 && shown[0] ? <UnitFrontCard key={shown[0].cu_id} unit={shown[0]} /> : null}
          {shown.length === 1 ? null : <p className="vx-quiet">{t(operates ? 'choose' : 'chooseToSee')}</p>}
        </div>
      </div>
    </>
  )
}
