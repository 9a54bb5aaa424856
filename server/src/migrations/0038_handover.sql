CREATE TABLE "handover_answer" (
	"handover_id" uuid NOT NULL,
	"item" text NOT NULL,
	"answer" text NOT NULL,
	"note" text NOT NULL,
	CONSTRAINT "handover_answer_handover_id_item_pk" PRIMARY KEY("handover_id","item")
);
--> statement-breakpoint
CREATE TABLE "handover_measurement" (
	"handover_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"point" text NOT NULL,
	"lux" double precision NOT NULL,
	"required_lux" double precision NOT NULL,
	"instrument" text NOT NULL,
	"measured_on" date NOT NULL,
	CONSTRAINT "handover_measurement_handover_id_position_pk" PRIMARY KEY("handover_id","position"),
	CONSTRAINT "handover_measurement_lux" CHECK (lux >= 0 and lux < 'infinity' and required_lux > 0),
	CONSTRAINT "handover_measurement_said" CHECK (instrument <> '' and point <> '')
);
--> statement-breakpoint
CREATE TABLE "handover_signature" (
	"handover_id" uuid NOT NULL,
	"side" text NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "handover_signature_handover_id_side_pk" PRIMARY KEY("handover_id","side")
);
--> statement-breakpoint
CREATE TABLE "handover" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"kind" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"remarks" text DEFAULT '' NOT NULL,
	"installed" jsonb,
	"begun_at" timestamp with time zone NOT NULL,
	"begun_by_name" text NOT NULL,
	"signed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "paper" text;--> statement-breakpoint
ALTER TABLE "handover_answer" ADD CONSTRAINT "handover_answer_handover_id_handover_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handover"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_measurement" ADD CONSTRAINT "handover_measurement_handover_id_handover_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handover"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover_signature" ADD CONSTRAINT "handover_signature_handover_id_handover_id_fk" FOREIGN KEY ("handover_id") REFERENCES "public"."handover"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handover" ADD CONSTRAINT "handover_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "handover_signature_person" ON "handover_signature" USING btree ("handover_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "handover_no" ON "handover" USING btree ("plant_id","no");--> statement-breakpoint
CREATE UNIQUE INDEX "handover_open" ON "handover" USING btree ("plant_id") WHERE signed_at is null;