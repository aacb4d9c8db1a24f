(* Vectors of natural numbers as words of letters, least digit first, and the automata that read them. *)
From Coq Require Import List NArith Lia Bool FMapPositive.
Import ListNotations.
Local Open Scope N_scope.

(* The vector d + b v: d is its first letter, with one digit of each number, and v is the rest. *)
Fixpoint push (b : N) (d v : list N) : list N :=
  match d, v with x :: d', y :: v' => (x + b * y) :: push b d' v' | _, _ => [] end.

(* All letters of k digits. *)
Fixpoint letters (b : N) (k : nat) : list (list N) :=
  match k with
  | O => [[]]
  | S k' => flat_map (fun l => map (fun x => N.of_nat x :: l) (seq 0 (N.to_nat b))) (letters b k')
  end.

Definition zeros (k : nat) : list N := repeat 0 k.

Lemma letters_spec b k d : In d (letters b k) <-> length d = k /\ Forall (fun x => x < b) d.
Proof.
  revert d; induction k as [|k IH]; intros d; cbn [letters].
  - split; [intros [<-|[]]; auto|]. intros [E _]. destruct d; [left; auto|discriminate].
  - rewrite in_flat_map. split.
    + intros (l & I & J). apply in_map_iff in J. destruct J as (x & <- & J). apply in_seq in J.
      apply IH in I. destruct I. split; [cbn; congruence|]. constructor; [lia|auto].
    + destruct d as [|x l]; intros [E F]; [discriminate|]. inversion F; subst. exists l.
      split; [apply IH; split; auto|]. apply in_map_iff. exists (N.to_nat x).
      rewrite N2Nat.id, in_seq. split; [auto|lia].
Qed.

Lemma push_length b d v : length d = length v -> length (push b d v) = length v.
Proof. revert v; induction d; intros [|y v]; cbn; intros E; auto. Qed.

Lemma push_zeros b k : push b (zeros k) (zeros k) = zeros k.
Proof. induction k; cbn; [auto|]. unfold zeros in *. rewrite IHk. f_equal. lia. Qed.

Lemma push_app b d v e w : length d = length v -> push b (d ++ e) (v ++ w) = push b d v ++ push b e w.
Proof. revert v; induction d; intros [|y v] E; try discriminate; cbn; [auto|]. rewrite IHd; auto. Qed.

Lemma push_nth b d v i : length d = length v -> nth i (push b d v) 0 = nth i d 0 + b * nth i v 0.
Proof. revert v i; induction d; intros [|y v] [|i] E; try discriminate; cbn; try lia. apply IHd. auto. Qed.

Section Base.
Variable b : N.
Hypothesis base : 2 <= b.

Lemma push_inj d d' v v' : length d = length v -> length d' = length v' ->
  Forall (fun x => x < b) d -> Forall (fun x => x < b) d' -> push b d v = push b d' v' -> d = d' /\ v = v'.
Proof.
  revert d' v v'. induction d as [|x d IH]; intros [|x' d'] [|y v] [|y' v'] L L' F F' E; try discriminate; [auto|].
  cbn in *. inversion F; inversion F'; subst. injection E as E1 E2.
  destruct (IH d' v v') as [-> ->]; auto.
  assert (y = y') by (rewrite (N.div_unique (x + b * y) b y x), (N.div_unique (x + b * y) b y' x'); lia).
  subst. replace x' with x by lia. auto.
Qed.

(* Every vector is made from zeros by finitely many letters. *)
Lemma vector_ind k (Q : list N -> Prop) : Q (zeros k) ->
  (forall d v, In d (letters b k) -> length v = k -> Q v -> Q (push b d v)) -> forall v, length v = k -> Q v.
Proof.
  intros Z S. assert (H : forall n v, length v = k -> Forall (fun x => x <= N.of_nat n) v -> Q v).
  { induction n as [|n IH]; intros v L F.
    - replace v with (zeros k); [auto|]. subst k. clear - F. induction F; cbn; [auto|]. unfold zeros in IHF.
      rewrite IHF. f_equal. lia.
    - replace v with (push b (map (fun x => x mod b) v) (map (fun x => x / b) v)).
      + apply S; [|rewrite map_length; auto|apply IH; [rewrite map_length; auto|]].
        * apply letters_spec. rewrite map_length. split; [auto|]. apply Forall_map, Forall_forall.
          intros x _. apply N.mod_lt. lia.
        * apply Forall_map. eapply Forall_impl; [|exact F]. cbn beta. intros x Hx.
          destruct (N.eq_dec x 0) as [->|]; [rewrite N.div_0_l; lia|].
          assert (x / b < x) by (apply N.div_lt; lia). lia.
      + clear - base. induction v; cbn; [auto|]. rewrite IHv. f_equal. pose proof (N.div_mod a b). lia. }
  intros v L. apply (H (N.to_nat (fold_right N.add 0 v)) v L). clear. rewrite N2Nat.id.
  induction v; constructor; cbn [fold_right]; [lia|]. eapply Forall_impl; [|exact IHv]. cbn beta; lia.
Qed.
End Base.

(* An automaton. For each state: the states that follow, by the number of the letter; whether it accepts; and
   whether it is a trap, from which every letter leads back to it. *)
Definition automaton := PositiveMap.t (PositiveMap.t N * bool * bool).

Definition numbered {A} (l : list A) : PositiveMap.t A :=
  snd (fold_left (fun '(n, m) x => (Pos.succ n, PositiveMap.add n x m)) l (1%positive, PositiveMap.empty A)).

(* The automaton with these rows, one for each state 0, 1, ..., and these accepting states. *)
Definition table (rows : list (list N)) (accepting : list N) : automaton :=
  numbered (map (fun '(q, row) => (numbered row, existsb (N.eqb q) accepting, forallb (N.eqb q) row))
                (combine (map N.of_nat (seq 0 (length rows))) rows)).

Definition next (A : automaton) (q letter : N) : N :=
  match PositiveMap.find (N.succ_pos q) A with
  | Some (row, _, _) => match PositiveMap.find (N.succ_pos letter) row with Some r => r | None => q end
  | None => q
  end.

Definition accepting (A : automaton) (q : N) : bool :=
  match PositiveMap.find (N.succ_pos q) A with Some (_, a, _) => a | None => false end.

Definition trap (A : automaton) (q : N) : option bool :=
  match PositiveMap.find (N.succ_pos q) A with Some (_, a, true) => Some a | _ => None end.

(* The number of a letter: d0 + b d1 + b^2 d2 + ... *)
Definition number (b : N) (d : list N) : N := fold_right (fun x n => x + b * n) 0 d.

(* From the state q the automaton accepts a word of the vector v. *)
Inductive accepted (b : N) (A : automaton) : N -> list N -> Prop :=
| accepted_zeros q k : accepting A q = true -> accepted b A q (zeros k)
| accepted_push q d v : length d = length v -> Forall (fun x => x < b) d ->
    accepted b A (next A q (number b d)) v -> accepted b A q (push b d v).

(* Zeros that fill up a word do not matter, and traps are traps. *)
Definition sound (A : automaton) : bool :=
  forallb (fun '(p, (row, a, t)) => let q := N.pred (N.pos p) in eqb (accepting A (next A q 0)) a &&
    (negb t || forallb (fun '(_, r) => N.eqb q r) (PositiveMap.elements row))) (PositiveMap.elements A).

Section Automaton.
Variables (b : N) (A : automaton).
Hypothesis base : 2 <= b.
Hypothesis ok : sound A = true.

Lemma sound_at q row a t : PositiveMap.find (N.succ_pos q) A = Some (row, a, t) ->
  accepting A (next A q 0) = a /\ (t = true -> forall l, next A q l = q).
Proof.
  intros F. unfold sound in ok. rewrite forallb_forall in ok.
  specialize (ok _ (PositiveMap.elements_correct A _ F)). cbn beta iota in ok.
  replace (N.pred (N.pos (N.succ_pos q))) with q in ok by (rewrite N.succ_pos_spec; lia).
  apply andb_true_iff in ok. destruct ok as [H G]. apply eqb_prop in H. split; [auto|].
  intros -> l. cbn in G. unfold next. rewrite F. destruct (PositiveMap.find (N.succ_pos l) row) eqn:E; [|auto].
  rewrite forallb_forall in G. apply PositiveMap.elements_correct in E. specialize (G _ E). cbn in G.
  apply N.eqb_eq in G. auto.
Qed.

Lemma accepting_next q : accepting A (next A q 0) = accepting A q.
Proof.
  destruct (PositiveMap.find (N.succ_pos q) A) as [[[row a] t]|] eqn:F.
  - rewrite (proj1 (sound_at _ _ _ _ F)). unfold accepting. rewrite F. auto.
  - unfold next. rewrite F. auto.
Qed.

Lemma number_zeros k : number b (zeros k) = 0.
Proof. induction k; cbn; [auto|]. unfold number, zeros in IHk. rewrite IHk. lia. Qed.

Lemma forall_zeros k : Forall (fun x => x < b) (zeros k).
Proof. apply Forall_forall. intros x I. apply repeat_spec in I. lia. Qed.

Lemma accepted_zeros_iff q k : accepted b A q (zeros k) <-> accepting A q = true.
Proof.
  split; [|constructor; auto]. intros H. remember (zeros k) as v eqn:E. revert k E.
  induction H as [q j a|q d v L F H IH]; intros k E; [auto|].
  assert (K : length v = k) by (rewrite <- (push_length b d v L), E; apply repeat_length).
  rewrite <- (push_zeros b k) in E. apply push_inj in E; auto using forall_zeros.
  destruct E as [-> ->]. specialize (IH k eq_refl). rewrite number_zeros, accepting_next in IH. auto.
Qed.

Lemma accepted_push_iff q d v : length d = length v -> Forall (fun x => x < b) d ->
  accepted b A q (push b d v) <-> accepted b A (next A q (number b d)) v.
Proof.
  intros L F. split; [|constructor; auto]. intros H. inversion H as [q' k Z E1 E|q' d' v' L' F' H' E1 E]; subst.
  - assert (K : length v = k) by (rewrite <- (push_length b d v L), <- E; apply repeat_length).
    rewrite <- (push_zeros b k) in E. apply push_inj in E; auto using forall_zeros.
    destruct E as [<- <-]. rewrite number_zeros, accepted_zeros_iff, accepting_next. auto.
  - apply push_inj in E; auto. destruct E; subst; auto.
Qed.

Lemma accepted_trap q c v : trap A q = Some c -> (accepted b A q v <-> c = true).
Proof.
  unfold trap. destruct (PositiveMap.find (N.succ_pos q) A) as [[[row a] [|]]|] eqn:F; intros T; try discriminate.
  injection T as ->. pose proof (proj2 (sound_at _ _ _ _ F) eq_refl) as N.
  assert (C : accepting A q = c) by (unfold accepting; rewrite F; auto).
  apply (vector_ind b base (length v)) with (v := v); [rewrite accepted_zeros_iff, C; tauto| |auto].
  intros d u I L IH. apply letters_spec in I. destruct I as [I J]. rewrite accepted_push_iff, N; [auto|congruence|auto].
Qed.
End Automaton.

(* The automaton of nim sums, in base 2. *)
Definition nimsum := table [[0; 1; 1; 0; 1; 0; 0; 1]; [1; 1; 1; 1; 1; 1; 1; 1]] [0].
Lemma nimsum_ok x y z : accepted 2 nimsum 0 [x; y; z] <-> z = N.lxor x y.
Proof.
  assert (Bits : forall n, n < 2 -> n = 0 \/ n = 1) by lia.
  assert (X : forall a c p q, a < 2 -> c < 2 -> N.lxor (a + 2 * p) (c + 2 * q) = N.lxor a c + 2 * N.lxor p q).
  { intros a c p q A C. destruct (Bits a A), (Bits c C), p as [|p], q as [|q]; subst; cbn; auto;
      destruct (Pos.lxor p q); auto. }
  assert (H : forall v, length v = 3%nat -> (accepted 2 nimsum 0 v <-> nth 2 v 0 = N.lxor (nth 0 v 0) (nth 1 v 0))).
  { apply (vector_ind 2); [lia|rewrite accepted_zeros_iff by (auto; lia); cbn; tauto|].
    intros d v I L IH. apply letters_spec in I. destruct I as [Ld F].
    rewrite accepted_push_iff by (auto; lia). destruct v as [|p [|q [|r [|]]]]; try discriminate.
    destruct d as [|a [|c [|e [|]]]]; try discriminate. rewrite !Forall_cons_iff in F. destruct F as (A & C & E & _).
    cbn [nth push]. rewrite X by auto. cbn [nth] in IH.
    destruct (Bits a A), (Bits c C), (Bits e E); subst;
      match goal with |- context [next ?A ?q ?n] => let r := eval vm_compute in (next A q n) in change (next A q n) with r end;
      rewrite ?IH, ?(accepted_trap 2 nimsum ltac:(lia) eq_refl 1 false) by reflexivity; cbn [N.lxor Pos.lxor];
      split; intros; try discriminate; lia. }
  apply (H [x; y; z]). auto.
Qed.
