import type { PlantReport, ReportUnit } from '@vigilux/contract/features/reports/plant-report.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { StateName } from '../../shared/status/states.ts'
import { serialOf } from '../central-units/index.ts'
import * as styles from './plant-report.module.css'

/** Results of each unit's lamps by kind of test, and its connection. */
export function PlantReportUnits({ units }: { units: readonly ReportUnit[] }) {
  const { t } = useTranslation('emergency-tests')
  if (units.length === 0) return null
  return (
    <Card title={t('word.centralUnits')}>
      <ul className={styles.reportUnits}>
        {units.map((unit) => (
          <li key={unit.cu}>
            <span>
              <b>{serialOf(unit.cu)}</b> {[unit.description, unit.location].filter(Boolean).join(' · ')}
              <small>
                {t('report.lamps', { count: unit.lamps })} · <Connection unit={unit} />
              </small>
            </span>
            <LastResultOfUnit kind="functional" result={unit.functional} />
            <LastResultOfUnit kind="autonomy" result={unit.autonomy} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Connection({ unit: { connected } }: { unit: ReportUnit }) {
  const { t } = useTranslation('emergency-tests')
  if (connected === null) return t('report.left')
  return connected ? t('report.online') : t('report.offline')
}

const states: Record<PlantReport['result'], StateName> = {
  pass: 'passed',
  fail: 'failed',
  disconnected: 'offline',
  unknown: 'unknown',
}

function LastResultOfUnit({ kind, result }: { kind: 'functional' | 'autonomy'; result: PlantReport['result'] }) {
  const { t } = useTranslation('emergency-tests')
  const state = states[result]
  return (
    <span className={styles.reportCame}>
      <small>{t(`kind.${kind}`)}</small>
      <StatusInline
        state={state}
        cause={state === 'unknown' ? t('report.open') : t(`state.${state}`, { ns: 'shared' })}
      />
    </span>
  )
}
