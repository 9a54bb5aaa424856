import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import type { PlannedTest, TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { serialOf } from '../central-units/index.ts'
import { usePlanTexts } from './plan-texts.ts'
import * as styles from './planner.module.css'

type TableProps = { plan: TestPlan; onCalendar: () => void; onChoose: (day: string) => void }

/** The tests of a plan one by one. */
export function PlanTable({ plan, onCalendar, onChoose }: TableProps) {
  const { t } = useTranslation('planner')
  const { plant } = useCurrentPlant()
  const { testText, stateText } = usePlanTexts()
  const columns = usePlanColumns(plant.timezone)
  return (
    <>
      <header className={styles.planTableHead}>
        <h2>{t('tests')}</h2>
        <Button variant="subtle" onClick={onCalendar}>
          {t('asCalendar')}
        </Button>
      </header>
      <DataTable
        name="test-plan"
        label={t('tests')}
        rows={plan.tests}
        rowKey={({ id }) => id}
        columns={columns}
        searchText={({ cu }) => cu}
        defaultSort={{ column: 'at', descending: false }}
        onOpen={({ day }) => onChoose(day)}
        listLine={(test) => ({
          title: serialOf(test.cu),
          state: stateText(test),
          detail: testText(test),
          value: <TimeText at={test.at} timeZone={plant.timezone} />,
        })}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconCalendarTime} title={t('none.title')}>
              {t('none.text')}
            </EmptyState>
          </div>
        }
      />
    </>
  )
}

function usePlanColumns(timezone: string): Column<PlannedTest>[] {
  const { t: tCalendar } = useTranslation('test-calendar')
  const { t, tTests, groupText, stateText, movedText } = usePlanTexts()
  const { dateTime } = useFormats(timezone)
  const kind = ({ kind: testKind, group }: PlannedTest) =>
    [tTests(`kind.${testKind}`), group ? groupText(group) : ''].filter(Boolean).join(', ')
  return [
    {
      id: 'at',
      header: tCalendar('column.date'),
      cell: ({ at }) => <TimeText at={at} timeZone={timezone} />,
      value: ({ at }) => at,
    },
    { id: 'unit', header: tTests('word.unit'), cell: ({ cu }) => serialOf(cu), value: ({ cu }) => serialOf(cu) },
    { id: 'kind', header: tCalendar('word.test'), cell: kind, value: kind },
    { id: 'lamps', header: t('word.lamps'), cell: ({ lamps }) => lamps, value: ({ lamps }) => lamps },
    { id: 'by', header: t('column.by'), cell: ({ by }) => t(`by.${by}`), value: ({ by }) => t(`by.${by}`) },
    { id: 'state', header: tCalendar('word.state'), cell: stateText, value: stateText },
    {
      id: 'moved',
      header: t('column.moved'),
      cell: (test) => movedText(test, dateTime) ?? '',
      value: (test) => movedText(test, dateTime) ?? '',
    },
  ]
}
