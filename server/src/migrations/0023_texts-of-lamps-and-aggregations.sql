CREATE TABLE "aggregation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"name" text NOT NULL,
	"groups" integer[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lamp_text_change" (
	"revision_id" uuid NOT NULL,
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"addr" integer NOT NULL,
	"old_description" text NOT NULL,
	"old_location" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	CONSTRAINT "lamp_text_change_revision_id_central_unit_id_serial_pk" PRIMARY KEY("revision_id","central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "lamp_text_part" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"part" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"count" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "lamp_text_part_plant_id_user_id_idempotency_key_part_pk" PRIMARY KEY("plant_id","user_id","idempotency_key","part")
);
--> statement-breakpoint
CREATE TABLE "lamp_text_revision" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"idempotency_key" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_name" text NOT NULL,
	"lamps" integer NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text
);
--> statement-breakpoint
ALTER TABLE "aggregation" ADD CONSTRAINT "aggregation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "aggregation" ADD CONSTRAINT "aggregation_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_text_change" ADD CONSTRAINT "lamp_text_change_revision_id_lamp_text_revision_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."lamp_text_revision"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_text_change" ADD CONSTRAINT "lamp_text_change_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_text_part" ADD CONSTRAINT "lamp_text_part_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lamp_text_revision" ADD CONSTRAINT "lamp_text_revision_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "aggregation_name" ON "aggregation" USING btree ("plant_id",lower("name"));--> statement-breakpoint
CREATE INDEX "aggregation_unit" ON "aggregation" USING btree ("central_unit_id");--> statement-breakpoint
CREATE INDEX "lamp_text_part_at" ON "lamp_text_part" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "lamp_text_revision_key" ON "lamp_text_revision" USING btree ("plant_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "lamp_text_revision_at" ON "lamp_text_revision" USING btree ("at");