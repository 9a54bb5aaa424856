import { Group } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { ProductCard, useProduct } from '../../shared/product/ProductCard.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'

const NameProductDialog = lazy(
  async () => (await import('../../shared/product/NameProductDialog.tsx')).NameProductDialog,
)

/** A lamp's product, and the form to set it when the lamp does not report it or reports it wrongly. */
export function LampProduct({ lamp, reported }: { lamp: Lamp; reported: string | null | undefined }) {
  const { t } = useTranslation('product')
  const blockedReason = useWhyNotAllowed()
  const [naming, setNaming] = useState(false)
  const isNamedByHand = lamp.product_by_hand === true
  const knownProduct = useProduct(lamp.product_code)
  return (
    <section className="vx-panel-part">
      <h3>{t('word.product')}</h3>
      {lamp.product_code === null ? <p>{t('reportsNone')}</p> : <ProductCard code={lamp.product_code} />}
      {isNamedByHand ? <p>{reported ? t('byHandOver', { code: reported }) : t('byHand')}</p> : null}
      <Group>
        <ReasonButton variant="default" size="compact-sm" blockedReason={blockedReason} onClick={() => setNaming(true)}>
          {t(isNamedByHand || knownProduct ? 'change' : 'name')}
        </ReasonButton>
      </Group>
      {naming ? (
        <NameProductDialog
          lamps={[lamp]}
          code={lamp.product_code ?? ''}
          byHand={isNamedByHand}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </section>
  )
}
