CREATE TABLE "lamp_list" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"addrs" integer[] NOT NULL,
	"boot" bigint NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lamp_list" ADD CONSTRAINT "lamp_list_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;