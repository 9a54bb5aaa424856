import { Button, Text, TextInput } from '@mantine/core'
import { codeLength, productCode } from '@vigilux/contract/features/catalogue/product.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { failureOf } from '../api/api-failure.ts'
import { useActionMutation } from '../api/use-action.ts'
import { FormDialog } from '../feedback/FormDialog.tsx'
import { FormFoot } from '../form/FormFoot.tsx'
import { FormFailure } from '../form/FormParts.tsx'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../form/form.ts'
import { UnsavedGuard } from '../form/UnsavedGuard.tsx'
import { useCurrentPlant } from '../plant/plant.ts'
import { byUnit } from '../plant/unit-topic.ts'
import { KnownProduct, useProduct } from './ProductCard.tsx'
import * as styles from './product.module.css'

type DialogProps = {
  lamps: readonly { cu: string; id: number }[]
  /** The current product code; empty when unknown. */
  code: string
  /** The code was entered by a person and can be removed. */
  byHand?: boolean
  onClose: () => void
}

const schema = z.object({ code: productCode })

/** Sets the product of lamps, by the code printed on them; the lamps' own reports are kept. */
export function NameProductDialog({ lamps, code, byHand = false, onClose }: DialogProps) {
  const { t } = useTranslation('product')
  const { plantId } = useCurrentPlant()
  const form = useCheckedForm(schema, { code: byHand ? code : '' })
  const typedCode = form.values.code.trim()
  const isValidCode = productCode.safeParse(typedCode).success
  const found = useProduct(isValidCode ? typedCode : null)
  const save = useActionMutation('updateProductCode', {
    refresh: ['getLamp', 'getLamps', 'getBillOfMaterials'],
    onSuccess: onClose,
  })
  const saveCode = (productCodeOrNull: string | null) =>
    save.mutate(
      { plantId, lamps: byUnit(lamps), productCode: productCodeOrNull },
      { onError: (error) => void showFieldFailures(form, error) },
    )
  const submit = form.onSubmit((values) => saveCode(values.code.trim()), focusFirstError)
  return (
    <FormDialog title={t('nameTitle')} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form onSubmit={submit} noValidate>
          <UnsavedGuard form={form} draft={`product.${lamps.slice(0, 3).map(({ cu, id }) => `${cu}.${id}`)}`} />
          <div className={styles.productForm}>
            <Text size="sm">{t('nameText', { count: lamps.length })}</Text>
            <TextInput
              data-autofocus
              label={t('word.productCode')}
              description={t('codeHelp')}
              maxLength={codeLength}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('code')}
            />
            {found ? <KnownProduct info={found} /> : null}
            {found === null ? (
              <Text size="sm" c="dimmed" role="status">
                {t('unknownCode', { code: typedCode })}
              </Text>
            ) : null}
            {save.error && failureOf(save.error).fields.length === 0 ? <FormFailure error={save.error} /> : null}
          </div>
          <FormFoot end>
            {byHand ? (
              <Button variant="subtle" onClick={() => saveCode(null)} loading={save.isPending}>
                {t('takeBack')}
              </Button>
            ) : null}
            <Button variant="default" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('set')}
            </Button>
          </FormFoot>
        </form>
      )}
    </FormDialog>
  )
}
