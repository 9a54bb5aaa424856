import type { catalogueActions } from '@vigilux/contract/features/catalogue/catalogue.actions.ts'
import { productLineOf } from '@vigilux/contract/features/catalogue/catalogue.rules.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { updateProductCode } from './assign-products.ts'
import { readCatalogue } from './catalogue.store.ts'

export const catalogueHandlers: HandlersOf<typeof catalogueActions> = {
  getProductInfo: async ({ work, input }) => {
    const { products, families } = await readCatalogue(work.tx)
    const product = products.get(input.productId) ?? work.fail('PRODUCT_NOT_FOUND')
    const family = families.get(product.family) ?? work.fail('PRODUCT_NOT_FOUND')
    const parts = product.parts.flatMap((part) => {
      const product = products.get(part.code)
      return product ? [{ ...part, product: productLineOf(product) }] : []
    })
    return { product, family, parts }
  },
  getFamilyInfo: async ({ work, input }) => {
    const { products, families } = await readCatalogue(work.tx)
    const family = families.get(input.familyId) ?? work.fail('FAMILY_NOT_FOUND')
    const members = [...products.values()].filter((one) => one.family === family.id)
    return { family, products: members.map(productLineOf) }
  },
  getProductCodes: async ({ work, input: { kind } }) => {
    const { products } = await readCatalogue(work.tx)
    return { codes: [...products.values()].filter((one) => one.kind === kind).map(({ code }) => code) }
  },
  updateProductCode,
}
