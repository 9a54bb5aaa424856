import { TextInput } from '@mantine/core'
import { parseCents } from '@vigilux/contract/features/bill-of-materials/bill.rules.ts'
import type { BillKind, Currency, Price } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import type { ProductLine } from '@vigilux/contract/features/catalogue/product.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import { formatNumber } from '../../shared/format/decimal.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import type { Language } from '../../shared/i18n/languages.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './bill-of-materials.module.css'

export type Priced = { product: ProductLine; price: Price; of: BillKind }

const schema = z.object({
  amount: z
    .string()
    .refine((typedAmount) => typedAmount.trim() === '' || parseCents(typedAmount) !== null, { error: 'price' }),
})

const typedOf = ({ cents, version }: Price, language: Language) => ({
  amount: cents === null ? '' : formatNumber(cents / 100, language, 2),
  version,
})

type ButtonProps = { priced: Priced; currency: Currency; shown: string }

/** The price of a product; opens its editor for people with permission. */
export function PriceButton({ priced, currency, shown }: ButtonProps) {
  const { t } = useTranslation('bill-of-materials')
  const blockedReason = useWhyNotAllowed()
  const [open, setOpen] = useState(false)
  if (blockedReason !== undefined) return shown
  const priceText = priced.price.cents === null ? t('setPrice') : shown
  return (
    <>
      <button
        type="button"
        className="vx-linklike"
        // The accessible name begins with the visible text, for voice control.
        aria-label={`${priceText} · ${t('priceOf', { name: priced.product.name })}`}
        onClick={() => setOpen(true)}
      >
        {priceText}
      </button>
      {open ? <PriceDialog priced={priced} currency={currency} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type DialogProps = { priced: Priced; currency: Currency; onClose: () => void }

function PriceDialog({ priced: { product, price }, currency, onClose }: DialogProps) {
  const { t } = useTranslation('bill-of-materials')
  const { plantId } = useCurrentPlant()
  const language = useLanguage()
  const action = useActionMutation('savePrice', { refresh: ['getBillOfMaterials'] })
  const { form, submit, saving, trouble } = useRecordForm({
    schema,
    stored: typedOf(price, language),
    labels: { amount: t('word.price') },
    toValues: (now: Price) => typedOf(now, language),
    save: async ({ amount, version }) => {
      const saved = {
        plantId,
        productCode: product.code,
        cents: amount.trim() === '' ? null : parseCents(amount),
        version,
      }
      return { amount, ...(await action.mutateAsync(saved)) }
    },
    onSaved: onClose,
  })
  return (
    <FormDialog title={t('priceOf', { name: product.name })} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form onSubmit={submit} noValidate>
          <UnsavedGuard form={form} draft={`price.${product.code}`} />
          <div className={styles.billForm}>
            <TextInput
              data-autofocus
              inputMode="decimal"
              autoComplete="off"
              label={t('priceLabel', { currency })}
              description={t('priceHelp')}
              maxLength={12}
              {...form.getInputProps('amount')}
            />
            {trouble}
          </div>
          <DialogFoot onCancel={cancel} saving={saving}>
            {t('word.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
