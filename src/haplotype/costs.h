#ifndef MC_HAPLOTYPE_COSTS_H
#define MC_HAPLOTYPE_COSTS_H

/* Seconds of one thread for each unit of work. They decide only numbers of threads and how often
   the main thread asks for interrupts, so rough numbers suffice. manycore_trace() shows the
   seconds of each step. */
#define MC_HAPLOTYPE_SECONDS_CELL 1e-9      /* cell of the genotypes that is read */
#define MC_HAPLOTYPE_SECONDS_SUBJECT 1e-8   /* subject that gets a class */
#define MC_HAPLOTYPE_SECONDS_CLASS 4e-9     /* class that gets a group */
#define MC_HAPLOTYPE_SECONDS_PAIR_MADE 2e-8 /* pair that a locus adds */
#define MC_HAPLOTYPE_SECONDS_PAIR 8e-9      /* pair in an iteration of the EM */
#define MC_HAPLOTYPE_SECONDS_GROUP 1e-8     /* group in an iteration of the EM */
#define MC_HAPLOTYPE_SECONDS_PAIR_PUT 3e-8  /* pair that is put in order for the result */
#define MC_HAPLOTYPE_SECONDS_ROW 5e-9       /* row of the result */
#define MC_HAPLOTYPE_SECONDS_ALLELE 2e-9    /* allele of a haplotype of the result */
#define MC_HAPLOTYPE_SECONDS_CANDIDATE 1e-9 /* haplotype that is matched with a group: refinement */
#define MC_HAPLOTYPE_SECONDS_PREDICTED 2e-9 /* word of a haplotype that is matched: prediction */

#endif
