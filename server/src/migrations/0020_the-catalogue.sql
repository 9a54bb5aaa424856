CREATE TABLE "lamp_product" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"product_code" text NOT NULL,
	CONSTRAINT "lamp_product_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "catalogue" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"digest" text NOT NULL,
	"content" jsonb NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lamp_product" ADD CONSTRAINT "lamp_product_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;