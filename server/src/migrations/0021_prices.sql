CREATE TABLE "price_settings" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"shown_to_clients" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_price" (
	"plant_id" uuid NOT NULL,
	"product_code" text NOT NULL,
	"cents" integer,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_price_plant_id_product_code_pk" PRIMARY KEY("plant_id","product_code")
);
--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "test_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "bill" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "with_prices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "price_settings" ADD CONSTRAINT "price_settings_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_price" ADD CONSTRAINT "product_price_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;