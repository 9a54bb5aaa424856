import { IconListDetails } from '@tabler/icons-react'
import { costOf, sumOf } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { Bill, BillKind, BillLine } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { PageTabs } from '../../shared/layout/PageTabs.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { computeShownRows } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { WorkbookButton } from '../../shared/table/WorkbookButton.tsx'
import { pathTo } from '../../site-map.ts'
import { ReportButton } from '../reports/index.ts'
import { billChips, billColumns, keyOfLine, nameOfLine } from './bill-columns.tsx'
import * as styles from './bill-of-materials.module.css'
import { createBillSheets } from './bill-sheets.ts'
import { useFormatMoney } from './money.ts'
import { NameUnknown } from './NameUnknown.tsx'
import { NeededParts } from './NeededParts.tsx'
import { PriceButton } from './PriceButton.tsx'
import { PriceSettings } from './PriceSettings.tsx'

/** Bill of materials for wired and radio devices. */
export function WiredBillPage() {
  return <BillPage of="wired" />
}

/** Bill of materials for devices behind Bluetooth gateways. */
export function BluetoothBillPage() {
  return <BillPage of="bluetooth" />
}

function BillPage({ of }: { of: BillKind }) {
  const { t } = useTranslation('bill-of-materials')
  const { plantId } = useCurrentPlant()
  const tabs = [
    { to: pathTo('plantBom', { plantId }), text: t('tab.wired'), current: of === 'wired' },
    { to: pathTo('plantBleBom', { plantId }), text: t('word.bluetoothDevices'), current: of === 'bluetooth' },
  ]
  const title = t(of === 'wired' ? 'title' : 'bluetoothTitle')
  return (
    <>
      <PageHeader ownTitle title={title} facts={<BillFacts of={of} />} actions={<Documents of={of} title={title} />} />
      <PageTabs label={t('title')} tabs={tabs} />
      <AnswerBoundary>
        <BillContent of={of} title={title} />
      </AnswerBoundary>
    </>
  )
}

function useBill(kind: BillKind): Bill {
  const { plantId } = useCurrentPlant()
  return useAnswer('getBillOfMaterials', { plantId, of: kind })
}

function BillFacts({ of }: { of: BillKind }) {
  const { t } = useTranslation('bill-of-materials')
  const bill = useBill(of)
  return (
    <>
      <span>{t('counted', { count: bill.total })}</span>
      {bill.prices ? <span>{t('pricesIn', { currency: bill.prices.currency })}</span> : null}
    </>
  )
}

/** The full bill as workbook and PDF; the table below exports its current view. */
function Documents({ of, title }: { of: BillKind; title: string }) {
  const { t } = useTranslation('bill-of-materials')
  const { plantId } = useCurrentPlant()
  const language = useLanguage()
  const bill = useBill(of)
  const create = useActionMutation('createBillReport')
  if (bill.total === 0) return null
  return (
    <>
      <WorkbookButton title={title} sheets={() => createBillSheets(bill, t)} />
      <ReportButton create={create} onCreate={() => create.mutate({ plantId, of, language })} />
    </>
  )
}

const byProduct = { column: 'total', descending: true }

function BillContent({ of, title }: { of: BillKind; title: string }) {
  const { t } = useTranslation('bill-of-materials')
  const bill = useBill(of)
  const { number } = useFormats()
  const money = useFormatMoney(bill)
  const columns = billColumns({
    t,
    bill,
    number,
    money,
    todo: (line) => (line.product ? null : <NameUnknown line={line} />),
    price: ({ product, price }) =>
      product && price && money && bill.prices ? (
        <PriceButton priced={{ product, price, of }} currency={bill.prices.currency} shown={money(price.cents)} />
      ) : (
        '–'
      ),
  })
  const facts = {
    columns,
    chips: billChips(bill.lines, t),
    searchText: (line: BillLine) =>
      [nameOfLine(line, t), line.code, line.product?.orderCode, line.product?.batteryCode].join(' '),
  }
  if (bill.total === 0)
    return (
      <div className="vx-card">
        <EmptyState icon={IconListDetails} title={t('none.title')}>
          {t(of === 'wired' ? 'none.text' : 'none.bluetooth')}
        </EmptyState>
      </div>
    )
  return (
    <div className={styles.bill}>
      <NeededParts bill={bill} of={of} />
      {bill.prices ? <PriceSettings settings={bill.prices} /> : null}
      <DataTable
        name={of === 'wired' ? 'bill-of-materials' : 'bill-of-materials-bluetooth'}
        label={title}
        rows={bill.lines}
        rowKey={keyOfLine}
        searchPlaceholder={t('search')}
        defaultSort={byProduct}
        twoLines
        listLine={(line) => ({
          title: nameOfLine(line, t),
          detail: [line.code, line.product?.orderCode].filter(Boolean).join(' · '),
          value: number(line.total),
          more: line.product ? null : <NameUnknown line={line} />,
        })}
        empty={null}
        {...facts}
      />
      <BillSum bill={bill} facts={facts} />
    </div>
  )
}

/** Total of the filtered table. */
function BillSum({ bill, facts }: { bill: Bill; facts: Parameters<typeof computeShownRows<BillLine>>[2] }) {
  const { t } = useTranslation('bill-of-materials')
  const { number } = useFormats()
  const [state] = useTableState('', byProduct)
  const locale = formatLocale(useLanguage())
  const money = useFormatMoney(bill)
  const { shown } = computeShownRows(bill.lines, state, facts, locale)
  const total = shown.reduce((sum, line) => sum + line.total, 0)
  const cost = sumOf(shown.map((line) => costOf(line.total, line.price)))
  return (
    <p className={`vx-card ${styles.billFoot}`} role="status">
      <span>
        {t('allShown')}: <b>{number(total)}</b>
      </span>
      {money && cost.cents !== null ? <b>{money(cost.cents)}</b> : null}
      <small>
        {total === bill.total ? t('sameSum') : null} {money && !cost.isWhole ? t('notWhole') : null}
      </small>
    </p>
  )
}
